import Pictures
import TestSupport
import Testing

@Suite struct ScaledDecodingTests {
    @Test func `a scaled JPEG is never below the wanted size and never above its own`() throws {
        var random = Seeded(41)
        let decoder = PictureDecoder()
        let encoder = try #require(JPEGEncoder())
        var bitmap = Bitmap()
        for round in 0..<60 {
            let size = PixelSize(
                width: Int.random(in: 1...120, using: &random), height: Int.random(in: 1...90, using: &random))
            let plain = [UInt8](repeating: 90, count: 3 * size.width * size.height)
            let picture = try #require(Bitmap(width: size.width, height: size.height, pixels: plain))
            let file = try encoder.encode(picture, quality: 80)
            let wanted = PixelSize(
                width: Int.random(in: 1...150, using: &random), height: Int.random(in: 1...110, using: &random))
            try decoder.decode(file.span, atLeast: wanted, into: &bitmap)
            let covers = bitmap.width >= wanted.width && bitmap.height >= wanted.height
            #expect(covers || bitmap.size == size, "seed 41, round \(round): \(size) for \(wanted) gave \(bitmap.size)")
            #expect(bitmap.width <= size.width && bitmap.height <= size.height, "seed 41, round \(round)")
            let isPlain = bitmap.pixels.allSatisfy { abs(Int($0) - 90) <= 2 }
            #expect(isPlain, "seed 41, round \(round)")
        }
    }

    @Test(arguments: [
        (PixelSize(width: 1, height: 1), PixelSize(width: 10, height: 8)),
        (PixelSize(width: 20, height: 15), PixelSize(width: 20, height: 15)),
        (PixelSize(width: 21, height: 15), PixelSize(width: 40, height: 30)),
        (PixelSize(width: 10, height: 60), PixelSize(width: 80, height: 60)),
        (PixelSize(width: 81, height: 1), PixelSize(width: 80, height: 60)),
    ])
    func `the smallest covering scale is taken`(wanted: PixelSize, expected: PixelSize) throws {
        let plain = [UInt8](repeating: 90, count: 3 * 80 * 60)
        let picture = try #require(Bitmap(width: 80, height: 60, pixels: plain))
        let file = try #require(JPEGEncoder()).encode(picture, quality: 80)
        #expect(try Fixture.decode(file, atLeast: wanted).size == expected)
    }

    @Test(arguments: ["rgb.png", "lossless.webp", "upright.heic"])
    func `other formats come in full whatever is wanted`(name: String) throws {
        let file = try Fixture.bytes(name)
        #expect(try Fixture.decode(file, atLeast: PixelSize(width: 2, height: 2)) == Fixture.decode(file))
    }

    @Test func `inks are scaled too`() throws {
        let bitmap = try Fixture.decode(Fixture.bytes("cmyk.jpg"), atLeast: PixelSize(width: 10, height: 5))
        #expect(bitmap.size == PixelSize(width: 10, height: 6))
    }
}
