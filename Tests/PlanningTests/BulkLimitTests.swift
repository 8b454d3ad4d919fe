import Planning
import Testing

@Suite struct BulkLimitTests {
    @Test(arguments: [
        (0, 10), (1, 10), (10, 10), (11, 10), (13, 10), (20, 10), (21, 10), (22, 11), (23, 11), (1000, 500),
        (1_000_001, 500_000), (-1, 10),
    ])
    func `the limit lets half of the known pictures change, and ten`(
        known: Int, limit: Int
    ) {
        let guarded = BulkLimit(known: known)
        #expect(guarded.atMost == limit)
        #expect(!guarded.refuses(limit))
        #expect(guarded.refuses(limit + 1))
    }

    @Test func `the limit refuses exactly what is more than half and more than ten`() {
        for known in 0...60 {
            for missing in 0...known {
                let isRefused = missing > 10 && missing * 2 > known
                #expect(BulkLimit(known: known).refuses(missing) == isRefused, "\(missing) of \(known)")
            }
        }
    }

    @Test func `a tenth of the known pictures and ten may change without a word`() {
        for known in 0...200 {
            for changed in 0...known {
                let isNotable = changed > 10 && changed * 10 > known
                #expect(BulkLimit(known: known).isNotable(changed) == isNotable, "\(changed) of \(known)")
            }
        }
    }
}
