import Evaluation
import TestSupport
import Testing

@Suite struct LabelEvaluationTests {
    @Test(
        arguments: [
            ([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], 0.805556),
            ([1, 1, 0, 0], [0.5, 0.5, 0.5, 0.5], 0.5), ([0, 1, 0, 1, 1], [0.3, 0.9, 0.9, 0.2, 0], 0.533333),
            ([1, 0, 0, 0, 0, 0, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 0.625),
            ([1, 1, 1, 0, 0], [0.9, 0.6, nil, 0.7, nil], 0.555556),
        ] as [([Int], [Double?], Double)])
    func `average precision is that of the table`(truth: [Int], scores: [Double?], expected: Double) throws {
        let evaluation = LabelEvaluation(zip(truth, scores).map { ($0 == 1, $1) })
        #expect(abs(try #require(evaluation.averagePrecision) - expected) < 5e-7)
    }

    @Test func `nothing by nothing is no number`() {
        #expect(LabelEvaluation([(false, 0.9)]).averagePrecision == nil)
        let rates = LabelEvaluation([(false, 0.9), (false, nil)]).rates(at: 0.95)
        #expect(rates.precision == nil && rates.recall == nil)
        #expect(LabelEvaluation([(false, 0.9)]).rates(at: 0.9).precision == 0)
        #expect(mean([]) == nil && mean([nil, 1, 0.5]) == 0.75)
    }

    /// Each number counted again from what it means.
    @Test(arguments: 1...200) func `numbers are those of their definitions`(seed: UInt64) throws {
        var random = Seeded(seed)
        let images = (0..<Int.random(in: 1...40, using: &random)).map { _ in
            (
                isTrue: Bool.random(using: &random),
                score: Int.random(in: 0...3, using: &random) == 0
                    ? nil : Double(Int.random(in: 0...12, using: &random)) / 12
            )
        }
        let evaluation = LabelEvaluation(images)
        let positives = images.count { $0.isTrue }
        let thresholds = Set(images.compactMap(\.score)).sorted(by: >)
        func counts(_ threshold: Double) -> (hits: Int, found: Int) {
            let found = images.filter { $0.score.map { $0 >= threshold } ?? false }
            return (found.count { $0.isTrue }, found.count)
        }
        var (sum, before) = (0.0, 0.0)
        for threshold in thresholds {
            let (hits, found) = counts(threshold)
            let rates = evaluation.rates(at: threshold)
            #expect(rates.precision == Double(hits) / Double(found))
            guard positives > 0 else { continue }
            let recall = Double(hits) / Double(positives)
            #expect(rates.recall == recall)
            sum += (recall - before) * Double(hits) / Double(found)
            before = recall
        }
        if positives > 0 { #expect(abs(try #require(evaluation.averagePrecision) - sum) < 1e-12) }
        for wanted in [0.0, 0.5, 0.8, 0.95, 1] {
            let lowest = thresholds.last { Double(counts($0).hits) / Double(counts($0).found) >= wanted }
            #expect(evaluation.lowest(precision: wanted)?.threshold == lowest)
            #expect(evaluation.lowest(precision: wanted) == lowest.map { evaluation.rates(at: $0) })
        }
    }
}
