import Imaging
import Pictures
import TestSupport
import Testing
import Domain

@Suite struct SentPlaceTests {
    /// Sizes around every step: no scaling, each of JPEG's own scales with and without a rest, very long and very small
    /// ones.
    static let sizes = [
        (16, 16), (64, 48), (65, 47), (160, 120), (161, 121), (333, 217), (500, 375), (641, 479), (799, 1201),
        (1300, 90),
        (71, 900),
    ]

    @Test(arguments: 1...8, sizes)
    func `a mark is found where it was drawn`(orientation: Int, size: (Int, Int)) throws {
        let seed = UInt64(orientation * 10_000 + size.0 * 10 + size.1)
        var random = Seeded(seed)
        let preparer = ImagePreparer()
        for round in 0..<3 {
            try check(Size(width: size.0, height: size.1), orientation, box(160, 120), preparer, &random, round, seed)
        }
    }

    @Test(arguments: [(1, (4001, 2999)), (6, (3023, 4031)), (3, (2005, 1501))])
    func `a mark near the far corner of a large picture is found`(orientation: Int, size: (Int, Int)) throws {
        let marked = Marked(
            edge: 60, size: Size(width: size.0, height: size.1), corner: (x: size.0 - 100, y: size.1 - 100))
        try check(marked, orientation, box(640, 480), ImagePreparer(), "the far corner")
    }

    private func check(
        _ size: Size, _ orientation: Int, _ target: Prepare.Target, _ preparer: ImagePreparer, _ random: inout Seeded,
        _ round: Int, _ seed: UInt64
    ) throws {
        // About eight pixels of what is sent, and never near the edge, where the light would be cut.
        let sent = size.fitted(in: target)
        let scale = Double(size.width) / Double(sent.width)
        let margin = Int((3 * scale).rounded(.up))
        let edge = min(Int((8 * scale).rounded(.up)), min(size.width, size.height) - 2 * margin)
        let marked = Marked(
            edge: edge, size: size,
            corner: (
                x: Int.random(in: margin...(size.width - margin - edge), using: &random),
                y: Int.random(in: margin...(size.height - margin - edge), using: &random)
            ))
        try check(marked, orientation, target, preparer, "seed \(seed), round \(round)")
    }

    private func check(
        _ marked: Marked, _ orientation: Int, _ target: Prepare.Target, _ preparer: ImagePreparer, _ what: Comment
    ) throws {
        let file = try jpeg(marked.stored(orientation), orientation: UInt8(orientation))
        let image = try preparer.encode(file.span, for: sending(target))
        #expect(image.size == marked.size.fitted(in: target), what)
        #expect(image.placement.original == marked.size, what)
        let pixels = try decoded(image.bytes)
        #expect(pixels.size == PixelSize(width: image.size.width, height: image.size.height), what)
        let (back, scale) = (image.placement.original(of: try Marked.centre(of: pixels)), image.placement.scale)
        #expect(abs(back.x - marked.centre.x) <= 0.5 * scale.x, what)
        #expect(abs(back.y - marked.centre.y) <= 0.5 * scale.y, what)
    }

    @Test(arguments: 1...8, [(1, 1), (1, 2), (2, 3), (7, 1), (9, 9), (1, 40), (1, 3000), (3000, 2)])
    func `the smallest pictures keep a pixel each way`(orientation: Int, size: (Int, Int)) throws {
        let upright = Size(width: size.0, height: size.1)
        let file = try jpeg(
            Picture.stored(Picture.smooth(width: size.0, height: size.1), orientation), orientation: UInt8(orientation))
        let image = try encode(file)
        #expect(image.size == upright.fitted(in: box(640, 480)))
        let pixels = try decoded(image.bytes)
        #expect(pixels.size == PixelSize(width: image.size.width, height: image.size.height))
        let corner = image.placement.original(
            of: Point(x: Double(image.size.width), y: Double(image.size.height)))
        #expect(abs(corner.x - Double(size.0)) < 1e-9 && abs(corner.y - Double(size.1)) < 1e-9)
    }

    @Test(arguments: [
        ((4000, 3000), (640, 480)), ((3000, 4000), (480, 640)), ((4000, 2667), (640, 427)), ((4000, 4000), (480, 480)),
        ((640, 480), (640, 480)), ((480, 640), (480, 640)), ((641, 480), (640, 479)), ((10_000, 1), (640, 1)),
        ((1, 10_000), (1, 640)), ((100, 100), (100, 100)), ((1, 1), (1, 1)),
    ])
    func `a picture fits the box with its long edge along the box's`(size: (Int, Int), sent: (Int, Int)) {
        let size = Size(width: size.0, height: size.1)
        #expect(size.fitted(in: box(640, 480)) == Size(width: sent.0, height: sent.1))
        #expect(size.fitted(in: box(480, 640)) == Size(width: sent.0, height: sent.1))
        #expect(size.fitted(in: .original) == size)
    }

    @Test func `the file's own pixels are no more than services look at`() {
        let sent = Size(width: 20_000, height: 10_000).fitted(in: .original)
        #expect(abs(sent.width * sent.height - 75_000_000) < 20_000 && abs(sent.width - 2 * sent.height) <= 1)
    }
}
