import Pictures
import TestSupport
import Testing

@Suite struct HeaderTests {
    private func header(_ exif: [UInt8]) throws -> PictureHeader {
        let file = ExifWriter.insert(exif, into: try Fixture.bytes("progressive.jpg"))
        return try PictureHeader.read(file.span)
    }

    @Test(arguments: Fixture.decodable.map(\.name))
    func `the header's size is the decoded size`(name: String) throws {
        let file = try Fixture.bytes(name)
        let header = try PictureHeader.read(file.span)
        #expect(header.stored == Fixture.decodable.first { $0.name == name }?.size)
        let ending = name.split(separator: ".").last.map(String.init)
        #expect(header.format.rawValue == (ending == "jpg" ? "jpeg" : ending))
    }

    @Test(arguments: ["rgb.png", "lossless.webp", "baseline.jpg", "turned.heic"])
    func `time and place are read from every format`(name: String) throws {
        let file = try Fixture.bytes(name)
        let header = try PictureHeader.read(file.span)
        // 2019-08-24T15:30:45+02:00
        #expect(header.takenAt == 1_566_653_445_000)
        #expect(abs(try #require(header.cameraLatitude) - 48.8582) < 0.0001)
        #expect(abs(try #require(header.cameraLongitude) - 2.2945) < 0.0001)
        #expect(header.orientation == (name == "turned.heic" ? 1 : 6))
        let swapped = name == "turned.heic" ? Fixture.large.swapped : Fixture.small.swapped
        #expect(header.upright == swapped)
    }

    @Test(arguments: [false, true], 1...8)
    func `the orientation is read in both byte orders`(isBigEndian: Bool, orientation: Int) throws {
        let block = ExifWriter(isBigEndian: isBigEndian).block(main: [.short(0x0112, orientation)])
        let header = try header(block)
        #expect(header.orientation == orientation)
        #expect(header.upright == (orientation >= 5 ? Fixture.small.swapped : Fixture.small))
    }

    @Test(arguments: [0, 9, 65535])
    func `an orientation out of range counts as upright`(orientation: Int) throws {
        #expect(try header(ExifWriter().block(main: [.short(0x0112, orientation)])).orientation == 1)
    }

    @Test(arguments: [false, true])
    func `a place south and west is negative`(isBigEndian: Bool) throws {
        let header = try header(
            ExifWriter(isBigEndian: isBigEndian).block(
                main: [],
                gps: [
                    .text(1, "S"), .fractions(2, [33, 1, 51, 1, 2520, 100]), .text(3, "W"),
                    .fractions(4, [70, 1, 305, 10, 0, 0]),
                ]))
        #expect(abs(try #require(header.cameraLatitude) + 33.857) < 1e-9)
        #expect(abs(try #require(header.cameraLongitude) + 70.508333333) < 1e-6)
    }

    @Test(arguments: [
        [91, 1, 0, 1, 0, 1], [89, 1, 60, 1, 3600, 1], [0, 0, 0, 0, 0, 0], [48, 1, 5, 0, 0, 1], [48, 0, 0, 1, 0, 1], [],
    ])
    func `a latitude off the planet is no place`(latitude: [Int]) throws {
        let header = try header(
            ExifWriter().block(
                main: [],
                gps: [.text(1, "N"), .fractions(2, latitude), .text(3, "E"), .fractions(4, [2, 1, 0, 1, 0, 1])]))
        #expect(header.cameraLatitude == nil && header.cameraLongitude == nil)
    }

    @Test func `a place without its hemisphere is no place`() throws {
        let header = try header(
            ExifWriter().block(
                main: [], gps: [.fractions(2, [2, 1]), .text(3, "E"), .fractions(4, [2, 1, 0, 1, 0, 1])]))
        #expect(header.cameraLatitude == nil && header.cameraLongitude == nil)
    }

    @Test(
        arguments: [
            ("2024:02:29 12:00:00", nil, nil, 1_709_208_000_000),
            ("2024:02:29 12:00:00", "25", nil, 1_709_208_000_250),
            ("2024:02:29 12:00:00", "123456", "+05:30", 1_709_188_200_123),
            ("2024:02:29 12:00:00", nil, "-08:00", 1_709_236_800_000),
            ("2024:02:29 12:00:00", nil, "   :  ", 1_709_208_000_000),
            ("1969:12:31 23:59:59", nil, nil, -1_000), ("1970-01-01T00:00:00", nil, nil, 0),
            ("2000:03:01 00:00:00", nil, nil, 951_868_800_000), ("0001:01:01 00:00:00", nil, nil, -62_135_596_800_000),
        ] as [(String, String?, String?, Int64)])
    func `the shutter's moment counts`(time: String, fraction: String?, offset: String?, expected: Int64) throws {
        var exif: [ExifWriter.Field] = [.text(0x9003, time)]
        if let fraction { exif.append(.text(0x9291, fraction)) }
        if let offset { exif.append(.text(0x9011, offset)) }
        let block = ExifWriter().block(main: [.text(0x0132, "2001:01:01 00:00:00")], exif: exif)
        #expect(try header(block).takenAt == expected)
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2023:02:29 12:00:00", "2023:13:01 12:00:00",
        "2023:01:01 24:00:00", "2023:01:01", "2023:1:1 1:1:1", "",
    ])
    func `what is no date falls back to the other dates`(time: String) throws {
        let writer = ExifWriter()
        let fallback = writer.block(
            main: [.text(0x0132, "2001:01:01 00:00:00")],
            exif: [.text(0x9003, time), .text(0x9004, "2002:02:02 00:00:00")])
        #expect(try header(fallback).takenAt == 1_012_608_000_000)
        let last = writer.block(main: [.text(0x0132, "2001:01:01 00:00:00")], exif: [.text(0x9003, time)])
        #expect(try header(last).takenAt == 978_307_200_000)
        #expect(try header(writer.block(main: [], exif: [.text(0x9003, time)])).takenAt == nil)
    }

    @Test func `directories that point at each other do no harm`() throws {
        let block = ExifWriter().block(main: [.short(0x0112, 3), .long(0x8769, 8), .long(0x8825, 8)])
        #expect(try header(block).orientation == 3)
    }

    @Test func `a WebP's chunks behind the end of its container are not its own`() throws {
        let file = try Fixture.bytes("lossy.webp")
        let block = ExifWriter().block(main: [.short(0x0112, 6)])
        var tail = Array("EXIF".utf8)
        for shift in 0..<4 { tail.append(UInt8(truncatingIfNeeded: block.count >> (8 * shift))) }
        #expect(try PictureHeader.read((file + tail + block).span).orientation == 1)
    }

    @Test func `lengths beyond the block do no harm`() throws {
        let wild = ExifWriter.Field(tag: 0x9003, type: 2, count: 4_294_967_295, value: .longs([4_294_967_290]))
        let block = ExifWriter().block(main: [.short(0x0112, 3)], exif: [wild])
        #expect(try header(block).takenAt == nil)
        #expect(try header(block).orientation == 3)
        #expect(try header(Array("II*\0".utf8) + [255, 255, 255, 255]).orientation == 1)
    }

    @Test func `any bytes in place of EXIF give a header`() throws {
        var random = Seeded(90)
        let whole = ExifWriter(isBigEndian: true).block(
            main: [.short(0x0112, 6), .text(0x0132, "2001:01:01 00:00:00")],
            exif: [.text(0x9003, "2019:08:24 15:30:45"), .text(0x9011, "+02:00")],
            gps: [
                .text(1, "N"), .fractions(2, [48, 1, 0, 1, 0, 1]), .text(3, "E"), .fractions(4, [2, 1, 0, 1, 0, 1]),
            ])
        for round in 0..<3_000 {
            var block = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<block.count, using: &random)
                block[at] = Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 255
            }
            let header = try header(Array(block.prefix(Int.random(in: 0...block.count, using: &random))))
            #expect((1...8).contains(header.orientation), "seed 90, round \(round)")
            #expect(
                abs(header.cameraLatitude ?? 0) <= 90 && abs(header.cameraLongitude ?? 0) <= 180,
                "seed 90, round \(round)")
        }
    }
}
