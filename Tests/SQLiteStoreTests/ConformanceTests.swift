import Platform
import StorageConformance
import TestSupport
import Testing

/// The SQLite store against the contract of stores.
@Suite struct ConformanceTests {
    @Test(arguments: Check.all) func `the SQLite store keeps the contract`(check: Check) throws {
        try check.run(on: SQLiteUnderTest.Maker())
    }

    @Test(arguments: Check.all) func `every write may be called twice`(check: Check) throws {
        try check.run(on: SQLiteUnderTest.Maker(), repeatsWrites: true)
    }

    @Test func `a store whose writes were all called twice is as one whose writes were called once`() throws {
        try Life.compareOnceAndTwice(on: SQLiteUnderTest.Maker())
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func `random lives keep the contract`(seed: UInt64) throws {
        try RandomLife.run(on: SQLiteUnderTest.Maker(), seed: seed, steps: 100)
    }

    /// Two processes on one file; `make conformance` has 10,000 of these, and says how to repeat one.
    @Test func `a hundred schedules of two processes keep the contract`() {
        let program = packageRoot.appending(".build/debug/storeagent")
        let (output, status) = shell("'\(program)' schedules --count 100")
        #expect(status == 0, "\(String(decoding: output, as: UTF8.self))")
    }
}
