import TestSupport
import Testing
import Domain

@Suite("A share beside an earlier one") struct ShareTests {
    @Test func `is unlike it by more than twenty points and more than four deviations`() {
        let rows: [(now: Share, before: Share, isUnlike: Bool)] = [
            (Share(20, of: 20), Share(20, of: 1000), true),
            (Share(18, of: 20), Share(10, of: 1000), true),
            (Share(10, of: 20), Share(20, of: 1000), true),
            // Chance makes this of a share of 2 % once in some ten thousand nights.
            (Share(6, of: 20), Share(20, of: 1000), false),
            // 40 and 60 % are no more than four deviations of 20 pictures apart, and those of 200 are.
            (Share(12, of: 20), Share(400, of: 1000), false),
            (Share(124, of: 200), Share(400, of: 1000), true),
            // Of many pictures twenty points are far more than chance, and fewer are left alone.
            (Share(60_000, of: 100_000), Share(400, of: 1000), false),
            (Share(60_001, of: 100_000), Share(400, of: 1000), true),
            (Share(59_000, of: 100_000), Share(400, of: 1000), false),
            // A share falls as it rises.
            (Share(0, of: 20), Share(500, of: 1000), true),
            (Share(0, of: 20), Share(400, of: 1000), false),
            (Share(0, of: 40), Share(980, of: 1000), true),
            // Never and always before, and the same now.
            (Share(20, of: 20), Share(0, of: 1000), true),
            (Share(0, of: 20), Share(1000, of: 1000), true),
            (Share(20, of: 20), Share(1000, of: 1000), false),
            (Share(0, of: 20), Share(0, of: 1000), false),
            // Few pictures before tell less of what is usual.
            (Share(20, of: 20), Share(0, of: 20), true),
            (Share(10, of: 20), Share(0, of: 20), false),
            (Share(20, of: 20), Share(8, of: 20), false),
            // Fewer tell nothing.
            (Share(19, of: 19), Share(0, of: 1000), false),
            (Share(20, of: 20), Share(0, of: 19), false),
            (Share(20, of: 20), Share(0, of: 0), false),
        ]
        for row in rows { #expect(row.now.isUnlike(row.before) == row.isUnlike, "\(row)") }
    }

    /// Pictures without a label, and those with each label.
    private struct Sample {
        var total = 0, unlabelled = 0
        var labels = [Int](repeating: 0, count: 60)

        /// So many pictures.
        ///
        /// Each has no label with some probability, and otherwise the label i with 0.9 / (1 + i / 2) times the scale.
        init(_ pictures: Int, unlabelled share: Double, scale: Double = 1, _ random: inout Seeded) {
            total = pictures
            for _ in 0..<pictures {
                if Double.random(in: 0..<1, using: &random) < share {
                    unlabelled += 1
                    continue
                }
                for label in labels.indices
                where Double.random(in: 0..<1, using: &random) < scale * 0.9 / (1 + Double(label) / 2) {
                    labels[label] += 1
                }
            }
        }

        /// Whether a night tells this sample beside an earlier one.
        func isTold(beside before: Sample) -> Bool {
            if Share(unlabelled, of: total).isUnlike(Share(before.unlabelled, of: before.total)) { return true }
            let most = labels.indices.max { (labels[$0], $1) < (labels[$1], $0) } ?? 0
            return Share(labels[most], of: total).isUnlike(Share(before.labels[most], of: before.total))
        }
    }

    @Test(arguments: zip([1, 20_261_122] as [UInt64], [0.02, 0.3]))
    func `is not told in a thousand nights of pictures like those before`(seed: UInt64, unlabelled: Double) {
        var random = Seeded(seed)
        var told: [Int] = []
        for night in 0..<1000 {
            let pictures = [20, 21, 30, 60, 200][night % 5]
            // The first nights have few pictures before them.
            let before = Sample(min(1000, 20 + night * 20), unlabelled: unlabelled, scale: 0.7, &random)
            let now = Sample(pictures, unlabelled: unlabelled, scale: 0.7, &random)
            if now.isTold(beside: before) { told.append(night) }
        }
        #expect(told == [], "seed \(seed), unlabelled \(unlabelled)")
    }

    @Test(arguments: [2, 20_261_123] as [UInt64])
    func `is told in each of a thousand nights in which answers have lost their labels`(seed: UInt64) {
        var random = Seeded(seed)
        let before = Sample(1000, unlabelled: 0.02, &random)
        for night in 0..<1000 {
            let now = Sample([20, 40, 100][night % 3], unlabelled: 0.97, &random)
            #expect(now.isTold(beside: before), "seed \(seed), night \(night)")
        }
    }
}
