import StorageConformance
import Testing

/// Stores with one fault each, which the suite must find.
@Suite struct BrokenStoreTests {
    @Test(arguments: BrokenStore.allCases) func `the suite finds what is broken`(broken: BrokenStore) throws {
        let maker = BrokenMaker(broken)
        let check = try #require(Check.named(broken.check))
        #expect(throws: Nonconformance.self) { try check.run(on: maker) }
        #expect(maker.missed == [], "a statement reads otherwise now: the fault has to be cut out of another one")
    }

    @Test(arguments: BrokenStore.allCases) func `a store is broken in one point`(broken: BrokenStore) throws {
        let sound = try #require(Check.named("two names of one content are one image and one task"))
        try sound.run(on: BrokenMaker(broken))
    }

    /// What knows the repeated calls of a worker, and of a submission.
    @Test(arguments: ["FROM worker WHERE session = ?", "FROM submission WHERE key = ?"])
    func `a store that does not know a repeated call is found`(piece: String) {
        let maker = BrokenMaker([(piece, piece + " AND 0")])
        #expect(throws: Nonconformance.self) { try Life.compareOnceAndTwice(on: maker) }
        #expect(maker.missed == [])
    }
}
