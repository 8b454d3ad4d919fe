import Planning
import Testing

@Suite struct MissingLimitTests {
    @Test(arguments: [
        (0, 10), (1, 10), (10, 10), (11, 10), (13, 10), (20, 10), (21, 10), (22, 11), (23, 11), (1000, 500),
        (1_000_001, 500_000), (-1, 10),
    ])
    func `the guard against a disk that is not mounted lets half of the known pictures be missing, and ten`(
        known: Int, limit: Int
    ) {
        let guarded = MissingLimit(known: known)
        #expect(guarded.missingAtMost == limit)
        #expect(!guarded.refuses(missing: limit))
        #expect(guarded.refuses(missing: limit + 1))
    }

    @Test func `the guard against a disk that is not mounted refuses exactly what is more than half and more than ten`()
    {
        for known in 0...60 {
            for missing in 0...known {
                let isRefused = missing > 10 && missing * 2 > known
                #expect(MissingLimit(known: known).refuses(missing: missing) == isRefused, "\(missing) of \(known)")
            }
        }
    }

    @Test func `the guard against a disk that is not mounted tells the numbers and the next step`() {
        let step = "known pictures are gone; is the disk mounted?"
        #expect(MissingLimit(known: 13).words(missing: 13) == "all 13 \(step)")
        #expect(MissingLimit(known: 24).words(missing: 13) == "13 of 24 \(step)")
    }
}
