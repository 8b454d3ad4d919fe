import Evaluation
import TestSupport
import Testing

@Suite struct BoxEvaluationTests {
    private typealias Picture = (truth: [TrueBox], found: [FoundBox])

    private static func box(_ values: [Double]) -> BoundingBox {
        BoundingBox(xMin: values[0], yMin: values[1], xMax: values[0] + values[2], yMax: values[1] + values[3])
    }

    @Test func `average precision at an IoU of a half is that of the table`() throws {
        let found: [([Double], Double)] = [
            ([12, 12, 50, 50], 0.9), ([100, 100, 40, 30], 0.8), ([10, 10, 50, 50], 0.7), ([0, 0, 30, 20], 0.6),
            ([5, 5, 30, 60], 0.5),
        ]
        let boxes = found.map { FoundBox(Self.box($0.0), score: $0.1) }
        let first = [[10.0, 10, 50, 50], [100, 100, 40, 40]].map { TrueBox(Self.box($0)) }
        let evaluation = BoxEvaluation([
            (first, Array(boxes[..<3])), ([TrueBox(Self.box([0, 0, 30, 60]))], Array(boxes[3...])),
        ])
        #expect(abs(try #require(evaluation.averagePrecision) - 0.865347) < 5e-7)
        #expect(evaluation.recall == 1 && evaluation.positives == 3)
    }

    @Test func `a crowd may be found often or not at all, and a hundred boxes count`() {
        let crowd = TrueBox(Self.box([0, 0, 100, 100]), isCrowd: true)
        let one = TrueBox(Self.box([200, 0, 10, 10]))
        let inside = (0..<50).map { FoundBox(Self.box([Double($0), 0, 10, 10]), score: 0.9) }
        let hit = FoundBox(one.box, score: 0.1)
        #expect(BoxEvaluation([([crowd, one], inside + [hit])]).averagePrecision.map { abs($0 - 1) < 1e-12 } == true)
        #expect(BoxEvaluation([([crowd], inside)]).averagePrecision == nil)
        let far = (0..<100).map { FoundBox(Self.box([Double($0), 500, 10, 10]), score: 0.9) }
        #expect(BoxEvaluation([([one], far + [hit])]).recall == 0)
        #expect(BoxEvaluation([([one], [])]) == BoxEvaluation([([one], far)]))
    }

    /// The definition, written as it reads: the precision at a recall is the best of all that have it.
    @Test(arguments: 1...100) func `the number is that of its definition`(seed: UInt64) throws {
        var random = Seeded(seed)
        func box() -> BoundingBox {
            let sizes = (0..<4).map { Double(Int.random(in: $0 < 2 ? 0...20 : 5...30, using: &random)) }
            return Self.box(sizes)
        }
        let images: [Picture] = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            (
                (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    TrueBox(box(), isCrowd: Int.random(in: 0...5, using: &random) == 0)
                },
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    FoundBox(box(), score: Double(Int.random(in: 0...5, using: &random)) / 5)
                }
            )
        }
        let evaluation = BoxEvaluation(images)
        let positives = images.flatMap(\.truth).count { !$0.isCrowd }
        guard positives > 0 else {
            #expect(evaluation.averagePrecision == nil)
            return
        }
        let matches = images.flatMap { Self.matches($0) }
        let order = matches.indices.sorted {
            matches[$0].score == matches[$1].score ? $0 < $1 : matches[$0].score > matches[$1].score
        }
        let points = order.indices.map { end in
            let hits = order[...end].count { matches[$0].isTrue }
            return (recall: Double(hits) / Double(positives), precision: Double(hits) / Double(end + 1))
        }
        let precisions = (0...100).map { step in
            points.filter { $0.recall >= Double(step) * 0.01 }.map(\.precision).max() ?? 0
        }
        #expect(abs(try #require(evaluation.averagePrecision) - precisions.reduce(0, +) / 101) < 1e-9)
        #expect(evaluation.recall == points.last?.recall ?? 0)
    }

    private static func matches(_ picture: Picture) -> [(score: Double, isTrue: Bool)] {
        var free = picture.truth.indices.filter { !picture.truth[$0].isCrowd }
        let crowds = picture.truth.filter(\.isCrowd).map(\.box)
        var matches: [(Double, Bool)] = []
        let order = picture.found.indices.sorted {
            let (left, right) = (picture.found[$0].score, picture.found[$1].score)
            return left == right ? $0 < $1 : left > right
        }
        for found in order.map({ picture.found[$0] }) {
            var best: (index: Int, share: Double)?
            for index in free {
                let share = share(found.box, picture.truth[index].box, ofBoth: true)
                if share >= best?.share ?? 0.5 { best = (index, share) }
            }
            if let best {
                free.removeAll { $0 == best.index }
            } else if crowds.contains(where: { share(found.box, $0, ofBoth: false) >= 0.5 }) {
                continue
            }
            matches.append((found.score, best != nil))
        }
        return matches
    }

    private static func share(_ one: BoundingBox, _ other: BoundingBox, ofBoth: Bool) -> Double {
        func area(_ box: BoundingBox) -> Double { (box.xMax - box.xMin) * (box.yMax - box.yMin) }
        let width = max(0, min(one.xMax, other.xMax) - max(one.xMin, other.xMin))
        let common = width * max(0, min(one.yMax, other.yMax) - max(one.yMin, other.yMin))
        return common / (ofBoth ? area(one) + area(other) - common : area(one))
    }
}
