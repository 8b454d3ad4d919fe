import Pictures
import Platform
import TestSupport
import Testing

/// Sources that say how their pictures are turned.
@Suite(.inTurn) struct `A source that turns its pictures` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A mark's box in a picture of 160 x 120, as the pixels were painted, for each turn that is tried here.
    private func box(_ mark: Int, turn: Int) -> [Double] {
        let (left, top) = (Double(160 / 4 + mark % 9), Double(120 / 4 + mark % 7))
        let (right, bottom) = (left + 40, top + 30)
        return switch turn {
        case 3: [160 - right, 120 - bottom, 160 - left, 120 - top]
        case 6: [120 - bottom, left, 120 - top, right]
        default: [left, top, right, bottom]
        }
    }

    private func expect(_ rows: [[String]], mark: Int) {
        for row in rows {
            let numbers = row.compactMap(Double.init)
            let expected = box(mark, turn: Int(row[0]) ?? 0)
            let isNear = zip(numbers.dropFirst(), expected).allSatisfy { abs($0 - $1) <= 1 }
            #expect(numbers.count == 5 && isNear, "\(row), and the mark is at \(expected)")
        }
    }

    private let boxes = """
        SELECT turn, x_min, y_min, x_max, y_max FROM objects JOIN images USING (image_id) WHERE rank = 0 ORDER BY turn
        """

    @Test func `asks one JPEG in three turns, and tells each box where it is in the turned picture`() async throws {
        let site = try VisionSite(try await VisionSite.peer(["--turned"], in: scratch))
        let picture = Picture(mark: 5)
        let bitmap = try #require(Bitmap(width: 160, height: 120, pixels: picture.pixels))
        try site.scratch.write(
            "pictures/5.jpg", try #require(JPEGEncoder()).encode(bitmap, quality: 98, chroma: .full))
        let job = try site.writeJob(
            images: ["folder: pictures", "{folder: pictures, rotate: 90}", "{folder: pictures, orientation: 3}"],
            features: ["OBJECT_LOCALIZATION"])
        try await site.cairn("run", job, exits: 0)
        let rows = try site.scratch.book.rows(boxes)
        #expect(rows.map { $0[0] } == ["1", "3", "6"])
        expect(rows, mark: 5)
        #expect(
            try site.scratch.book.rows("SELECT turn, width, height FROM images ORDER BY turn")
                == [["1", "160", "120"], ["3", "160", "120"], ["6", "120", "160"]])
        #expect(try site.units().count == 3)
    }

    @Test func `turns a PNG by its own EXIF, or not at all`() async throws {
        let site = try VisionSite(try await VisionSite.peer(["--turned"], in: scratch))
        // A chunk of EXIF behind the header: orientation 6.
        let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        try site.scratch.write("pictures/5.png", PNG.inserting("eXIf", exif, into: Picture(mark: 5).png))
        let job = try site.writeJob(
            images: ["folder: pictures", "{folder: pictures, orientation: ignore}", "{folder: pictures, rotate: 270}"],
            features: ["OBJECT_LOCALIZATION"])
        try await site.cairn("run", job, exits: 0)
        // 6 and three quarters more is 1, which `ignore` is too: one image, asked once.
        let rows = try site.scratch.book.rows("SELECT turn, width, height FROM images ORDER BY turn")
        #expect(rows == [["1", "160", "120"], ["6", "120", "160"]])
        expect(try site.scratch.book.rows(boxes), mark: 5)
        #expect(try site.units().count == 2)
    }

    @Test func `turns a HEIC beyond its own turn, and finds no EXIF orientation to ignore`() async throws {
        try scratch.copy(
            packageRoot.appending("Tests/PicturesTests/Fixtures/turned.heic"), to: "pictures/turned.heic")
        let job = try scratch.writeJob(
            model: Place.demo.appending("scenes.tflite"), labels: nil,
            images: ["folder: pictures", "{folder: pictures, orientation: ignore}", "{folder: pictures, rotate: 270}"])
        try await scratch.cairn("run", job, exits: 0)
        let rows = try scratch.book.rows("SELECT turn, width, height FROM images ORDER BY turn")
        #expect(rows.map { $0[0] } == ["1", "8"] && rows[0][1] == rows[1][2] && rows[0][2] == rows[1][1], "\(rows)")
    }

    @Test func `reads a page that was scanned on its side`() async throws {
        var bitmap = Bitmap()
        let letter = try Files.read(packageRoot.appending("Jobs/pages/letter.png"))
        try PictureDecoder().decode(letter.span, atLeast: PixelSize(width: 100_000, height: 100_000), into: &bitmap)
        // Turned by a quarter anticlockwise: a column from the right is a row.
        var scanned = Picture(width: bitmap.height, height: bitmap.width)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let place = 3 * (y * bitmap.width + x)
                scanned.set(y, bitmap.width - 1 - x, Array(bitmap.pixels[place..<(place + 3)]))
            }
        }
        try scratch.write("pages/letter.png", scanned.png)
        try scratch.write(
            "job.yaml",
            """
            job: j
            images: [{folder: pages, rotate: 90}]
            backend: {kind: tesseract}

            """)
        try await scratch.cairn("run", "job.yaml", exits: 0)
        let text = try scratch.book.column("SELECT text FROM plain_texts")
        #expect(text.first?.hasPrefix("Cairn Lodge") == true, "\(text)")
        #expect(
            try scratch.book.rows("SELECT x_min, y_min, x_max, y_max FROM texts WHERE level = 'page'")
                == [["0.0", "0.0", "\(bitmap.width).0", "\(bitmap.height).0"]])
    }

    @Test func `turns a GIF, a BMP and a TIFF, whose own orientation counts`() async throws {
        let site = try VisionSite(try await VisionSite.peer(["--turned"], in: scratch))
        for name in ["other.gif", "other.bmp", "turned.tiff"] {
            try site.scratch.copy(
                packageRoot.appending("Tests/PicturesTests/Fixtures/\(name)"), to: "pictures/\(name)")
        }
        let job = try site.writeJob(images: ["folder: pictures", "{folder: pictures, rotate: 90}"])
        try await site.cairn("run", job, exits: 0)
        let rows = try site.scratch.book.rows("SELECT format, turn, width, height FROM images ORDER BY format, turn")
        #expect(
            rows == [
                ["bmp", "1", "37", "23"], ["bmp", "6", "23", "37"], ["gif", "1", "37", "23"], ["gif", "6", "23", "37"],
                ["tiff", "3", "37", "23"], ["tiff", "6", "23", "37"],
            ])
        #expect(try site.units().count == 6)
    }
}
