import Corpora
import Imaging
import Pictures
import Testing
import Domain

@Suite("The colors of what is sent") struct SentColorTests {
    /// Sizes whose quarter and eighth are made smaller to even and odd ones, or taken as they are.
    private static let sizes = [
        (size: (1001, 667), box: (201, 134)), (size: (1000, 664), box: (250, 166)),
        (size: (1004, 668), box: (251, 167)),
        (size: (2008, 1336), box: (251, 167)), (size: (1900, 1001), box: (181, 181)),
    ]

    @Test(arguments: [LibraryJPEG.Sampling.quarter, .half, .full, .upright], 1...8)
    func `a mark of another color and the same brightness is found where it was drawn`(
        sampling: LibraryJPEG.Sampling, orientation: Int
    ) throws {
        // Those that stand and those that lie, of the large ones.
        for (size, wanted) in Self.sizes where size.0 < 1100 || orientation % 5 == 1 {
            let (left, top, edge) = (size.0 * 5 / 8, size.1 / 5, size.1 / 6)
            let upright = try Picture.make(width: size.0, height: size.1) { x, y in
                // Both have a brightness of 60.
                (left..<(left + edge)).contains(x) && (top..<(top + edge)).contains(y) ? (200, 0, 0) : (60, 60, 60)
            }
            let file = try jpeg(
                Picture.stored(upright, orientation), orientation: UInt8(orientation), sampling: sampling)
            let image = try encode(file, sending(box(wanted.0, wanted.1), quality: 98))
            let sent = try decoded(image.bytes)
            var (sum, across, down) = (0.0, 0.0, 0.0)
            for y in 0..<sent.height {
                for x in 0..<sent.width {
                    let at = 3 * (y * sent.width + x)
                    // What JPEG's rounding leaves far from the mark has no weight.
                    let redness = Double(sent.pixels[at]) - Double(sent.pixels[at + 1])
                    guard redness > 12 else { continue }
                    sum += redness
                    across += redness * (Double(x) + 0.5)
                    down += redness * (Double(y) + 0.5)
                }
            }
            let found = image.placement.original(of: Point(x: across / sum, y: down / sum))
            let centre = Point(x: Double(left) + Double(edge) / 2, y: Double(top) + Double(edge) / 2)
            // In pixels of what is sent: half a pixel is what a plane that lies wrong would be off.
            let scale = Double(size.0) / Double(sent.width)
            let off = max(abs(found.x - centre.x), abs(found.y - centre.y)) / scale
            #expect(off < 0.2, "\(size) in \(wanted)")
        }
    }

    @Test(arguments: [LibraryJPEG.Sampling.quarter, .half, .full, .grey])
    func `planes become what the colors of the same picture become`(sampling: LibraryJPEG.Sampling) throws {
        let large = try Picture.smooth(width: 1203, height: 805)
        let file = try jpeg(large, orientation: 1, sampling: sampling)
        let progressive = try #require(
            LibraryJPEG.encode(large, quality: 98, sampling: sampling, isProgressive: true))
        for wanted in [box(301, 202), box(240, 161), box(150, 101), box(97, 97)] {
            let ours = try decoded(encode(file, sending(wanted, quality: 98)).bytes)
            let theirs = try decoded(encode(progressive, sending(wanted, quality: 98)).bytes)
            #expect(ours.size == theirs.size)
            let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
            #expect(try #require(differences.max()) <= 8)
            #expect(differences.reduce(0, +) < differences.count)
        }
    }

    @Test func `a grey photograph is sent as one plane`() throws {
        let file = try jpeg(Picture.smooth(width: 800, height: 600), orientation: 6, sampling: .grey)
        for (width, height) in [(80, 60), (160, 120), (320, 240), (640, 480)] {
            let image = try encode(file, sending(box(width, height)))
            let planes = try #require(LibraryJPEG.planes(image.bytes, divisor: 1))
            #expect(planes.map(\.size) == [PixelSize(width: height, height: width)])
        }
    }
}
