import Pictures
import TestSupport
import Testing

@Suite("Making bitmaps smaller") struct DownscalerTests {
    private func smaller(_ bitmap: Bitmap, _ size: PixelSize, covering: (Double, Double)? = nil) -> Bitmap {
        let covered = covering ?? (Double(bitmap.width), Double(bitmap.height))
        var result = Bitmap()
        let hadMemory = Downscaler().resize(
            bitmap, x: DownscaleAxis(sourceCount: bitmap.width, length: covered.0, pixels: size.width),
            y: DownscaleAxis(sourceCount: bitmap.height, length: covered.1, pixels: size.height), into: &result)
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
    func `one color stays that color at every size`(value: UInt8) throws {
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
            let colors = try #require(Bitmap(width: size.width, height: size.height, pixels: pixels))
            let target = PixelSize(
                width: Int.random(in: 1...size.width, using: &random),
                height: Int.random(in: 1...size.height, using: &random))
            let expected = smaller(colors, target).pixels
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

    @Test(arguments: [1, 2])
    func `padding before the first sample is the mirror of padding behind the last`(step: Int) throws {
        var random = Seeded(8)
        for round in 0..<60 {
            let width = Int.random(in: 2...90, using: &random)
            let pixels = 2 * Int.random(in: 0..<(width + 1) / 2, using: &random) + 1
            let source = (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
            func resized(_ source: [UInt8], padsStart: Bool) throws -> [UInt8] {
                let axis = DownscaleAxis(
                    sourceCount: width, length: Double(width), pixels: pixels, count: (pixels + 1) / step, step: step,
                    padsStart: padsStart)
                return try row(source, axis)
            }
            let behind = try resized(source, padsStart: false)
            let before = try resized(source.reversed(), padsStart: true)
            #expect(behind.count == (pixels + 1) / step)
            let farthest = zip(behind, before.reversed()).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(farthest) <= 1, "seed 8, round \(round): \(width) to \(pixels)")
            // The pixel more is as the outermost one.
            if step == 1 { #expect(behind[pixels] == behind[pixels - 1]) }
        }
    }

    @Test func `a sample of two pixels is the mean of what they cover`() throws {
        // Six samples for four pixels: each two pixels cover three samples.
        let source: [UInt8] = [10, 20, 60, 110, 130, 192]
        let even = DownscaleAxis(sourceCount: 6, length: 6, pixels: 4, count: 2, step: 2)
        #expect(try row(source, even) == [30, 144])
        // Of three pixels the last stands alone, whichever end it is at.
        let behind = DownscaleAxis(sourceCount: 6, length: 6, pixels: 3, count: 2, step: 2)
        #expect(try row(source, behind) == [50, 161])
        let before = DownscaleAxis(sourceCount: 6, length: 6, pixels: 3, count: 2, step: 2, padsStart: true)
        #expect(try row(source, before) == [15, 123])
    }

    @Test func `only an axis that changes nothing is an identity`() {
        #expect(DownscaleAxis(sourceCount: 9, length: 9, pixels: 9).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 8.5, pixels: 9).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 9, pixels: 8).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 10, length: 9, pixels: 9).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 9, length: 9, pixels: 9, count: 10).isIdentity)
        #expect(DownscaleAxis(sourceCount: 5, length: 4.5, pixels: 9, count: 5, step: 2).isIdentity)
        #expect(!DownscaleAxis(sourceCount: 5, length: 4.5, pixels: 9, count: 5, step: 2, padsStart: true).isIdentity)
    }

    private func row(_ source: [UInt8], _ axis: DownscaleAxis) throws -> [UInt8] {
        let bitmap = try #require(Bitmap(width: source.count, height: 1, channels: 1, pixels: source))
        var result = Bitmap()
        let hadMemory = Downscaler().resize(
            bitmap, x: axis, y: DownscaleAxis(sourceCount: 1, length: 1, pixels: 1), into: &result)
        #expect(hadMemory)
        return result.pixels
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
