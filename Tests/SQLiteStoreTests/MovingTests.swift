import Dispatch
import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct MovingTests {
    @Test func `a store that moves with its pictures goes on knowing them`() throws {
        let bench = try Bench()
        let run = try bench.run(tasks: 2)
        let new = bench.scratch.file("moved")
        #expect(mkdir("\(new)", 0o700) == 0)
        try bench.plain().run("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(rename("\(bench.scratch.file("cairn.db"))", "\(new.appending("cairn.db"))") == 0)
        let moved = try Database(at: new.appending("cairn.db"), for: .change, clock: bench.time.clock)
        let claims = try moved.write { transaction throws(StoreError) in
            let worker = try transaction.workers.enter(
                ProcessIdentity(host: "here", pid: 1, started: 1), lease: .seconds(30))
            return try transaction.queue.claim(2, of: run, by: worker, mayBeAlone: true).claims
        }
        let home = try new.resolved()
        #expect(claims.map { $0.locations.map(\.path) } == [[home.appending("0.jpg")], [home.appending("1.jpg")]])
    }

    @Test func `pictures outside of the store's folder keep their absolute names`() throws {
        let bench = try Bench()
        let status = try bench.status()
        _ = try bench.store.write { transaction throws(StoreError) in
            try transaction.catalog.upsert(bench.identity(1), at: FilePath("/elsewhere/a.jpg"), status)
        }
        #expect(try bench.text("SELECT path FROM images") == "/elsewhere/a.jpg")
    }

    @Test func `many processes may make one store at the same moment`() throws {
        let scratch = try Scratch()
        let time = TestClock()
        let path = scratch.file("cairn.db")
        let ends = BlockingQueue<String>(capacity: 8)
        for _ in 0..<8 {
            DispatchQueue(label: "test.store").async { @Sendable in
                do {
                    _ = try Database(at: path, for: .work, clock: time.clock)
                    ends.put("")
                } catch { ends.put("\(error)") }
            }
        }
        for _ in 0..<8 { #expect(ends.take() == "") }
    }
}
