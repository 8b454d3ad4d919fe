import Pictures
import TestSupport
import Testing

@Suite("Making bitmaps smaller") struct DownscalerTests {
    private func smaller(_ bitmap: Bitmap, _ size: PixelSize, covering: (Double, Double)? = nil) -> Bitmap {
        let covered = covering ?? (Double(bitmap.width), Double(bitmap.height))
        var result = Bitmap()
        let hadMemory = Downscaler().resize(
            bitmap, x: DownscaleAxis(sourceCount: bitmap.width, length: covered.0, count: size.width),
            y: DownscaleAxis(sourceCount: bitmap.height, length: covered.1, count: size.height), into: &result)
        #expect(hadMemory && result.size == size)
        return result
    }

    @Test(arguments: [
        ((37, 23), (16, 16)), ((64, 48), (63, 5)), ((100, 75), (64, 48)), ((5, 3), (5, 3)), ((3, 200), (1, 7)),
    ])
    func `Pillow comes to the same`(from: (Int, Int), to: (Int, Int)) throws {
        let size = PixelSize(width: from.0, height: from.1)
        let bitmap = try #require(Bitmap(width: from.0, height: from.1, pixels: pattern(size)))
        let expected = try Fixture.bytes("triangle-\(from.0)x\(from.1)-\(to.0)x\(to.1).rgb")
        let result = smaller(bitmap, PixelSize(width: to.0, height: to.1))
        // Pillow rounds between its two passes, and we do not.
        #expect(try #require(difference(result.pixels, expected)) <= 1)
    }

    @Test(arguments: [0, 1, 127, 254, 255] as [UInt8])
    func `one colour stays that colour at every size`(value: UInt8) throws {
        var random = Seeded(UInt64(value))
        for round in 0..<60 {
            let size = PixelSize(
                width: Int.random(in: 1...90, using: &random), height: Int.random(in: 1...90, using: &random))
            let pixels = [UInt8](repeating: value, count: 3 * size.width * size.height)
            let bitmap = try #require(Bitmap(width: size.width, height: size.height, pixels: pixels))
            let target = PixelSize(
                width: Int.random(in: 1...size.width, using: &random),
                height: Int.random(in: 1...size.height, using: &random))
            // As decoded at an eighth: the last pixel may stand for an eighth of one.
            let covered = (Double(size.width) - 7 / 8.0, Double(size.height) - 3 / 8.0)
            let result = smaller(bitmap, target, covering: round % 2 == 0 ? nil : covered)
            #expect(result.pixels.allSatisfy { $0 == value }, "seed \(value), round \(round): \(size) to \(target)")
        }
    }

    @Test func `one channel comes to the same as each of three`() throws {
        var random = Seeded(7)
        for round in 0..<60 {
            let size = PixelSize(
                width: Int.random(in: 1...90, using: &random), height: Int.random(in: 1...90, using: &random))
            let pixels = (0..<(3 * size.width * size.height)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let colours = try #require(Bitmap(width: size.width, height: size.height, pixels: pixels))
            let target = PixelSize(
                width: Int.random(in: 1...size.width, using: &random),
                height: Int.random(in: 1...size.height, using: &random))
            let expected = smaller(colours, target).pixels
            for channel in 0..<3 {
                let own = stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] }
                let plane = try #require(Bitmap(width: size.width, height: size.height, channels: 1, pixels: own))
                let result = smaller(plane, target)
                #expect(result.channels == 1)
                #expect(
                    result.pixels == stride(from: channel, to: expected.count, by: 3).map { expected[$0] },
                    "seed 7, round \(round): \(size) to \(target)")
            }
        }
    }

    @Test func `an axis that begins before the edge is the mirror of one that ends behind it`() throws {
        var random = Seeded(8)
        for round in 0..<60 {
            let (width, count) = (Int.random(in: 2...90, using: &random), Int.random(in: 1...40, using: &random))
            let length = Double(width) + Double.random(in: 0...2, using: &random)
            let pixels = (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
            func resized(_ pixels: [UInt8], start: Double) throws -> [UInt8] {
                let row = try #require(Bitmap(width: width, height: 1, channels: 1, pixels: pixels))
                var result = Bitmap()
                let hadMemory = Downscaler().resize(
                    row, x: DownscaleAxis(sourceCount: width, length: length, count: count, start: start),
                    y: DownscaleAxis(sourceCount: 1, length: 1, count: 1), into: &result)
                #expect(hadMemory)
                return result.pixels
            }
            let forwards = try resized(pixels, start: 0)
            let backwards = try resized(pixels.reversed(), start: Double(width) - length)
            let farthest = zip(forwards, backwards.reversed()).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(farthest) <= 1, "seed 8, round \(round): \(width) to \(count)")
        }
    }

    @Test func `only an axis that changes nothing is an identity`() {
        #expect(DownscaleAxis(sourceCount: 9, length: 9, count: 9).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 8.5, count: 9).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 9, count: 8).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 9, count: 9, start: -1).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 10, length: 9, count: 9).isIdentity)
    }

    @Test func `a very long edge is mixed evenly`() throws {
        var pixels: [UInt8] = []
        for index in 0..<60_000 {
            pixels.append(index % 2 == 0 ? 0 : 255)
            pixels.append(7)
            pixels.append(UInt8(index * 255 / 59_999))
        }
        let bitmap = try #require(Bitmap(width: 60_000, height: 1, pixels: pixels))
        let result = smaller(bitmap, PixelSize(width: 640, height: 1)).pixels
        for column in 0..<640 {
            let (even, flat, slope) = (result[3 * column], result[3 * column + 1], result[3 * column + 2])
            #expect(abs(Int(even) - 127) <= 1 && flat == 7, "\(column)")
            #expect(abs(Int(slope) - (2 * column + 1) * 255 / 1280) <= 1, "\(column)")
        }
    }
}
