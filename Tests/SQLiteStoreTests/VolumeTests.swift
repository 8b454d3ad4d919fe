import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct VolumeTests {
    let bench: Bench
    private let other = Volume("nas")

    init() throws { bench = try Bench() }

    /// Moves names to the other volume, as if another machine had submitted them.
    private func move(_ condition: String) throws {
        try bench.plain().script(
            """
            INSERT OR IGNORE INTO folder (volume, path) VALUES ('nas', x'');
            UPDATE path SET folder_id = (SELECT folder_id FROM folder WHERE volume = 'nas') WHERE \(condition);
            """)
    }

    private func claims(_ session: any WorkerSession, _ number: Int = 1) throws -> [Int64] {
        try session.exchange(bench.report(number, wanted: 9)).claims.map(\.task.value)
    }

    @Test func `a worker claims what its volume holds, and the rest does not keep it waiting`() throws {
        let run = try bench.run(tasks: 6)
        try move("path_id % 2 = 1")
        let here = try bench.session(try bench.request(run))
        let report = bench.report(1, wanted: 9)
        let held = try here.exchange(report).claims
        #expect(held.map(\.task.value) == [2, 4, 6])
        #expect(try claims(here, 2) == [])
        _ = try here.exchange(bench.report(3, results: held.map { bench.answered($0) }))
        #expect(try here.hasWork() == false, "the rest is for another machine")
        let there = try bench.session(try bench.request(run, volume: other))
        #expect(try there.hasWork())
        #expect(try claims(there) == [1, 3, 5])
        #expect(try bench.session(try bench.request(run, volume: Volume("third"))).hasWork(), "they are held")
        #expect(try bench.store.problems() == [])
    }

    @Test func `a claim has the names of the worker's own volume`() throws {
        let run = try bench.run(tasks: 1)
        let status = try bench.status()
        try bench.store.write { transaction throws(StoreError) in
            for name in ["b.jpg", "c.jpg", "d.jpg"] {
                _ = try transaction.catalog.upsert(bench.identity(0), at: bench.scratch.file(name), status)
            }
        }
        try move("path_id IN (1, 3)")
        let here = try bench.session(try bench.request(run))
        let claim = try #require(try here.exchange(bench.report(1, wanted: 1)).claims.first)
        #expect(claim.locations.map(\.id.value) == [2, 4])
        #expect(try here.locations(of: claim, after: PathID(2)).map(\.id.value) == [4])
        try here.leave()
        let there = try bench.session(try bench.request(run, volume: other))
        let same = try #require(try there.exchange(bench.report(1, wanted: 1)).claims.first)
        #expect(same.locations.map(\.id.value) == [1, 3])
    }

    @Test func `a worker marks no name of another volume as missing`() throws {
        let run = try bench.run(tasks: 2)
        try move("path_id = 1")
        let here = try bench.session(try bench.request(run))
        var report = bench.report(1)
        report.missing = [PathID(1), PathID(2)]
        _ = try here.exchange(report)
        #expect(try bench.rows("SELECT path_id FROM path WHERE missing_at IS NOT NULL") == ["2"])
        #expect(try claims(here, 2) == [2], "no other name is left: it fails here")
    }

    @Test func `an image whose only name on a volume is missing is left to the volume that has it`() throws {
        let run = try bench.run(tasks: 1)
        let status = try bench.status()
        try bench.store.write { transaction throws(StoreError) in
            _ = try transaction.catalog.upsert(bench.identity(0), at: bench.scratch.file("b.jpg"), status)
        }
        try move("path_id = 2")
        let here = try bench.session(try bench.request(run))
        var report = bench.report(1, wanted: 1)
        report.missing = [PathID(1)]
        #expect(try here.exchange(report).claims.isEmpty)
        let there = try bench.session(try bench.request(run, volume: other))
        #expect(try there.exchange(bench.report(1, wanted: 1)).claims.first?.locations.map(\.id.value) == [2])
    }

    @Test func `an address is in reach of every volume`() throws {
        let run = try bench.run(tasks: 1)
        try bench.plain().script("UPDATE path SET path = 'gs://bucket/0.jpg'")
        let there = try bench.session(try bench.request(run, volume: other))
        #expect(try there.exchange(bench.report(1, wanted: 1)).claims.first?.reference == "gs://bucket/0.jpg")
    }
}
