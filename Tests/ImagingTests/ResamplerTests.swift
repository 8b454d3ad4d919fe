import Platform
import Imaging
import Pictures
import TestSupport
import Testing
import Domain

@Suite struct ResamplerTests {
    /// The floats of a fixture that Scripts/make-picture-fixtures.py computed with numpy.
    private func expected(_ name: String) throws -> [UInt32] {
        let bytes = try Files.read(packageRoot.appending("Tests/ImagingTests/Fixtures").appending(name))
        return stride(from: 0, to: bytes.count, by: 4).map { place in
            (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
        }
    }

    @Test(arguments: [(37, 23, 16, 16), (37, 23, 50, 31), (64, 48, 21, 33), (5, 3, 5, 3), (1, 1, 4, 2)])
    func `a stretch is bit for bit the reference's`(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
        let bitmap = try Picture.pattern(width: width, height: height)
        let size = Size(width: toWidth, height: toHeight)
        var samples: [Float] = []
        Resampler().resample(
            bitmap, ResizePlan(of: Size(width: width, height: height), in: size, fit: .stretch), size: size,
            channels: 3,
            into: &samples)
        let bits = try expected("bilinear-\(width)x\(height)-\(toWidth)x\(toHeight).f32")
        #expect(bits.count == 3 * toWidth * toHeight)
        #expect(samples.map(\.bitPattern) == bits)
    }

    @Test func `grey is the luma of BT.601`() throws {
        let bitmap = try Picture.make(width: 4, height: 4) { _, _ in (200, 100, 50) }
        var samples: [Float] = []
        let size = Size(width: 2, height: 2)
        Resampler().resample(
            bitmap, ResizePlan(of: size, in: size, fit: .stretch), size: size, channels: 1, into: &samples)
        #expect(samples.count == 4)
        #expect(samples.allSatisfy { abs($0 - 124.2) < 0.001 })
    }

    @Test func `a pad has a black border and whole content, also in reused memory`() throws {
        let bitmap = try Picture.make(width: 40, height: 20) { _, _ in (255, 255, 255) }
        let size = Size(width: 10, height: 10)
        let framing = ResizePlan(of: Size(width: 40, height: 20), in: size, fit: .pad)
        #expect(framing.content == Size(width: 10, height: 5))
        #expect(framing.corner == Size(width: 0, height: 2))
        var samples = [Float](repeating: 7, count: 300)
        Resampler().resample(bitmap, framing, size: size, channels: 3, into: &samples)
        let rows = stride(from: 0, to: 300, by: 30).map { Set(samples[$0..<($0 + 30)]) }
        #expect(rows == [[0], [0], [255], [255], [255], [255], [255], [0], [0], [0]])
    }

    @Test func `a crop shows the centre`() throws {
        // Red, green and blue thirds: the centred square is green throughout.
        let bitmap = try Picture.make(width: 60, height: 20) { x, _ in
            x < 20 ? (255, 0, 0) : x < 40 ? (0, 255, 0) : (0, 0, 255)
        }
        let size = Size(width: 10, height: 10)
        let framing = ResizePlan(of: Size(width: 60, height: 20), in: size, fit: .crop)
        var samples: [Float] = []
        Resampler().resample(bitmap, framing, size: size, channels: 3, into: &samples)
        #expect(stride(from: 0, to: 300, by: 3).allSatisfy { Array(samples[$0..<($0 + 3)]) == [0, 255, 0] })
        #expect(framing.placement.offset.x < 0 && framing.placement.offset.y == 0)
    }
}
