import Pictures
import Platform
import TestSupport
import Testing

@Suite("The orientation of pictures", .inTurn) struct OrientationTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test(arguments: ["lighthouse-evening.jpg", "windmill-day.jpg", "forest-morning.jpg"])
    func `a picture stored in any of the eight orientations gets the same label`(name: String) async throws {
        let upright = try decoded(Place.demo.appending("pictures/\(name)"))
        for orientation in 1...8 {
            try workspace.write("pictures/\(orientation).jpg", try jpeg(upright, orientation))
        }
        let job = try workspace.writeJob(model: Place.demo.appending("scenes.tflite"), labels: nil)
        try await workspace.cairn("run", job, exits: 0)
        let rows = try workspace.book.rows(
            """
            SELECT orientation, description, score, width, height FROM labels JOIN images USING (image_id)
            WHERE rank = 0 ORDER BY orientation
            """)
        #expect(rows.map { $0[0] } == (1...8).map(String.init))
        #expect(Set(rows.map { $0[1] }) == [String(name.prefix { $0 != "-" })], "\(rows)")
        #expect(Set(rows.map { $0[3...] }) == [["\(upright.width)", "\(upright.height)"]], "\(rows)")
        // The same pixels, but for what JPEG loses at quality 98 and for where its scaled decoding lays its blocks.
        let scores = rows.compactMap { Double($0[2]) }
        #expect(try #require(scores.max()) - #require(scores.min()) < 0.03, "\(rows)")
    }

    @Test(arguments: [(64, 48), (96, 128), (333, 217), (640, 480), (1601, 1203)])
    func `objects stand at the same place of the upright picture in every orientation`(width: Int, height: Int)
        async throws
    {
        // One mark in one cell of the detector's grid of 4 x 4, so that all eight see it alike.
        var picture = Picture(width: width, height: height, color: [24, 24, 24])
        let mark = (x: width * 17 / 32..<width * 23 / 32, y: height * 2 / 32..<height * 7 / 32)
        picture.fill(x: mark.x, y: mark.y, [240, 60, 40])
        let upright = try #require(Bitmap(width: width, height: height, pixels: picture.pixels))
        for orientation in 1...8 {
            try workspace.write("pictures/\(orientation).jpg", try jpeg(upright, orientation))
        }
        let job = try workspace.writeJob(
            model: Fixtures.models.appending("detector.tflite"), labels: ["red square", "green square"])
        try await workspace.cairn("run", job, exits: 0)
        let rows = try workspace.book.rows(
            """
            SELECT orientation, description, x_min, y_min, x_max, y_max FROM objects JOIN images USING (image_id)
            WHERE rank = 0 ORDER BY orientation
            """)
        #expect(rows.map { $0[0] } == (1...8).map(String.init), "\(rows)")
        #expect(Set(rows.map { $0[1] }) == ["red square"], "\(rows)")
        // Half a pixel of the model's input at the picture's scale, and never less than a pixel and a half: JPEG's
        // loss, and the place of its blocks when large pictures are decoded at an eighth.
        let tolerance = (x: max(1.5, Double(width) / 64), y: max(1.5, Double(height) / 64))
        let boxes = rows.map { $0[2...].compactMap(Double.init) }
        try #require(boxes.count == 8 && boxes.allSatisfy { $0.count == 4 })
        for box in boxes {
            for edge in 0..<4 {
                let allowed = edge % 2 == 0 ? tolerance.x : tolerance.y
                #expect(abs(box[edge] - boxes[0][edge]) <= allowed, "\(rows)")
            }
            let centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            #expect(mark.x.contains(Int(centre.0)) && mark.y.contains(Int(centre.1)), "\(rows), mark \(mark)")
        }
        try await expectExportedFrames(of: (width, height), mark)
    }

    /// That files for other programs have the mark where the picture shows it, and where the raster has it.
    private func expectExportedFrames(
        of size: (width: Int, height: Int), _ mark: (x: Range<Int>, y: Range<Int>)
    ) async throws {
        let job = try workspace.book.column("SELECT job FROM jobs")[0]
        for frame in ["upright", "file"] {
            try await workspace.cairn(
                "export", job, "--to", "coco", "--frame", frame, "--out", "\(frame).json", exits: 0)
            let best = """
                SELECT i.value ->> 'file_name', i.value ->> 'width', i.value ->> 'height',
                    a.value ->> '$.bbox[0]' + (a.value ->> '$.bbox[2]') / 2,
                    a.value ->> '$.bbox[1]' + (a.value ->> '$.bbox[3]') / 2
                FROM (SELECT CAST(readfile('\(frame).json') AS TEXT) AS text) AS f,
                    json_each(f.text, '$.images') AS i, json_each(f.text, '$.annotations') AS a
                WHERE a.value ->> 'image_id' = i.value ->> 'id' GROUP BY 1 HAVING max(a.value ->> 'score')
                """
            let found = try await workspace.run("sqlite3", ":memory:", best)
            let rows = found.output.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
            try #require(rows.count == 8 && rows.allSatisfy { $0.count == 5 }, "\(found)")
            for row in rows {
                let orientation = frame == "file" ? try #require(Int(row[0].dropFirst(9).prefix(1))) : 1
                let (column, line) = (Int(try #require(Double(row[3]))), Int(try #require(Double(row[4]))))
                let (x, y) = seen(column, line, of: size, orientation)
                #expect(mark.x.contains(x) && mark.y.contains(y), "\(frame): \(row), mark \(mark)")
                let (first, second) = orientation > 4 ? (size.height, size.width) : size
                #expect(row[1...2] == ["\(first)", "\(second)"])
            }
        }
    }

    /// Where a stored pixel is seen: EXIF 2.32, tag 0x0112, names the side of the first row and column.
    private func seen(
        _ column: Int, _ row: Int, of size: (width: Int, height: Int), _ orientation: Int
    ) -> (x: Int, y: Int) {
        switch orientation {
        case 1: (column, row)
        case 2: (size.width - 1 - column, row)
        case 3: (size.width - 1 - column, size.height - 1 - row)
        case 4: (column, size.height - 1 - row)
        case 5: (row, column)
        case 6: (size.width - 1 - row, column)
        case 7: (size.width - 1 - row, size.height - 1 - column)
        default: (row, size.height - 1 - column)
        }
    }

    private func decoded(_ path: FilePath) throws -> Bitmap {
        var bitmap = Bitmap()
        let bytes = try Files.read(path)
        try PictureDecoder().decode(bytes.span, atLeast: PixelSize(width: 100_000, height: 100_000), into: &bitmap)
        return bitmap
    }

    /// A JPEG whose stored pixels and orientation together stand upright as this picture.
    private func jpeg(_ upright: Bitmap, _ orientation: Int) throws -> [UInt8] {
        let (width, height) = (upright.width, upright.height)
        let isTurned = orientation >= 5
        let stored = (width: isTurned ? height : width, height: isTurned ? width : height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for row in 0..<stored.height {
            for column in 0..<stored.width {
                let (x, y) = seen(column, row, of: (width, height), orientation)
                let place = 3 * (y * width + x)
                pixels.append(upright.pixels[place])
                pixels.append(upright.pixels[place + 1])
                pixels.append(upright.pixels[place + 2])
            }
        }
        let bitmap = try #require(Bitmap(width: stored.width, height: stored.height, pixels: pixels))
        let file = try #require(JPEGEncoder()).encode(bitmap, quality: 98, chroma: .full)
        let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let segment = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
        return Array(file[..<2]) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + file[2...]
    }
}
