import Imaging
import Pictures
import TestSupport
import Testing
import Domain

@Suite struct PlacementTests {
    @Test(arguments: Fit.allCases, Orientation.allCases)
    func `a mark in the original is found where the placement says`(fit: Fit, orientation: Orientation) throws {
        let seed = UInt64(orientation.rawValue * 10 + (Fit.allCases.firstIndex(of: fit) ?? 0))
        var random = Seeded(seed)
        let preparer = ImagePreparer()
        for round in 0..<12 {
            let width = Int.random(in: 90...330, using: &random)
            let height = Int.random(in: 90...330, using: &random)
            // In the middle half both ways, so that a crop of these shapes keeps it in most rounds.
            let mark = Point(
                x: Double(Int.random(in: (width / 4)...(3 * width / 4), using: &random)),
                y: Double(Int.random(in: (height / 4)...(3 * height / 4), using: &random)))
            let upright = try Picture.make(width: width, height: height) { x, y in
                let inside = abs(Double(x) + 0.5 - mark.x) <= 10 && abs(Double(y) + 0.5 - mark.y) <= 10
                return inside ? (255, 255, 255) : (0, 0, 0)
            }
            let target = Size(
                width: Int.random(in: 40...120, using: &random), height: Int.random(in: 40...120, using: &random))
            let file = try jpeg(
                Picture.stored(upright, orientation.rawValue), orientation: UInt8(orientation.rawValue))
            let image = try preparer.prepare(
                file.span, for: SampleRequest(size: target, channels: 1, fit: fit))
            #expect(image.placement.original == Size(width: width, height: height))
            guard let found = center(of: image) else { continue }
            let back = image.placement.original(of: found)
            let scale = image.placement.scale
            #expect(
                abs(back.x - mark.x) <= 1.5 * scale.x && abs(back.y - mark.y) <= 1.5 * scale.y,
                "seed \(seed), round \(round): \(width)x\(height) to \(target): \(mark) found at \(back)")
        }
    }

    /// The centre of gravity of the light; nil where the mark touches the edge, and so may be cut.
    private func center(of image: PreparedImage) -> Point? {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<image.size.height {
            for column in 0..<image.size.width {
                let light = Double(image.samples[row * image.size.width + column])
                guard light > 24 else { continue }
                let isEdge =
                    row == 0 || column == 0 || row == image.size.height - 1 || column == image.size.width - 1
                if isEdge { return nil }
                sum += light
                x += light * (Double(column) + 0.5)
                y += light * (Double(row) + 0.5)
            }
        }
        return sum > 0 ? Point(x: x / sum, y: y / sum) : nil
    }

    @Test(arguments: Fit.allCases)
    func `the corners of the target lie in the picture or, for a pad, beside it`(fit: Fit) {
        let original = Size(width: 500, height: 375)
        let placement = ResizePlan(of: original, in: Size(width: 224, height: 224), fit: fit).placement
        let first = placement.original(of: Point(x: 0, y: 0))
        let last = placement.original(of: Point(x: 224, y: 224))
        switch fit {
        case .stretch:
            #expect(first == Point(x: 0, y: 0) && last == Point(x: 500, y: 375))
        case .crop:
            #expect(abs(first.x - 62.5) < 1e-9 && abs(last.x - 437.5) < 1e-9)
            #expect(abs(first.y) < 1e-9 && abs(last.y - 375) < 1e-9)
        case .pad:
            #expect(abs(first.x) < 1e-9 && abs(last.x - 500) < 1e-9)
            #expect(first.y < -60 && last.y > 435)
        }
    }

    @Test(arguments: Fit.allCases)
    func `the decoded size covers every sample`(fit: Fit) {
        var random = Seeded(77)
        for round in 0..<2_000 {
            let original = Size(
                width: Int.random(in: 1...9_000, using: &random), height: Int.random(in: 1...9_000, using: &random))
            let target = Size(
                width: Int.random(in: 1...700, using: &random), height: Int.random(in: 1...700, using: &random))
            let framing = ResizePlan(of: original, in: target, fit: fit)
            #expect(
                Double(framing.decoded.width) * framing.share.x >= Double(framing.content.width) - 1e-6
                    && Double(framing.decoded.height) * framing.share.y >= Double(framing.content.height) - 1e-6
                    && framing.content.width >= 1 && framing.content.height >= 1
                    && framing.content.width <= target.width && framing.content.height <= target.height,
                "seed 77, round \(round): \(original) in \(target)")
        }
    }
}
