import TestSupport
import Testing

@testable import Backends

@Suite("The ranking of scores") struct RankingTests {
    @Test func `the best are those of a full sort, ties in their own order`() {
        var generator = Seeded(9)
        for round in 0..<300 {
            let scores = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                Float(Int.random(in: 0...12, using: &generator)) / 12
            }
            let threshold = Float(Int.random(in: 0...6, using: &generator)) / 12
            let limit = Int.random(in: 0...70, using: &generator)
            let sorted = scores.indices.filter { scores[$0] >= threshold }
                .sorted { (-scores[$0], $0) < (-scores[$1], $1) }
            #expect(best(scores, threshold: threshold, limit: limit) == Array(sorted.prefix(limit)), "seed 9, \(round)")
        }
    }

    @Test func `what is not a number is left out, and what leaves 0 to 1 is kept`() {
        #expect(best([.nan, 0.5, 7, .infinity, -1, .nan], threshold: 0, limit: 10) == [3, 2, 1])
        #expect(best([-3, -2, .nan], threshold: -2.5, limit: 10) == [1])
    }
}
