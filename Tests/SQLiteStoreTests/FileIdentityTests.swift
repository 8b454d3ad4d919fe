import Dispatch
import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct FileIdentityTests {
    /// Writes rows that make the file grow, one a transaction.
    private func write(_ range: Range<Int>, _ bench: Bench) throws {
        let status = try bench.status()
        for number in range {
            _ = try bench.store.write { transaction throws(StoreError) in
                try transaction.catalog.upsert(bench.identity(number), at: bench.scratch.file("\(number).jpg"), status)
            }
        }
    }

    @Test func `a store whose log others copy into the file all the time is there`() throws {
        let bench = try Bench()
        let path = bench.scratch.file("cairn.db")
        let isOver = Monitor(false)
        let copied = Monitor(0)
        DispatchQueue(label: "test.checkpoints").async { @Sendable in
            while !isOver.with({ $0 }) {
                for kind in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"] {
                    let connection = try? Connection(path: path.bytes, mode: .readWrite)
                    connection?.waitForWriters(milliseconds: 1000)
                    if (try? connection?.script("PRAGMA wal_checkpoint(\(kind))")) != nil { copied.with { $0 += 1 } }
                }
            }
        }
        defer { isOver.with { $0 = true } }
        var written = 0
        while written < 1500 || copied.with({ $0 }) < 5, written < 100_000 {
            try write(written..<written + 100, bench)
            written += 100
        }
        #expect(copied.with { $0 } >= 5)
        #expect(try bench.number("SELECT count(*) FROM images") == Int64(written))
    }

    @Test func `a store that another program has made smaller or checked is there`() throws {
        let bench = try Bench()
        try write(0..<300, bench)
        for sql in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA integrity_check", "ANALYZE"] {
            try bench.plain().script(sql)
            try bench.store.file.checkPresence()
            try write(300..<320, bench)
        }
    }

    @Test func `a store is there for a reader while others write, and gone when it is`() throws {
        let bench = try Bench()
        let reader = try Database(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        for step in 0..<20 {
            try write(step * 20..<step * 20 + 20, bench)
            try bench.plain().script("PRAGMA wal_checkpoint(PASSIVE)")
            try reader.file.checkPresence()
        }
        let old = bench.scratch.file("cairn.db")
        let new = bench.scratch.file("b.db")
        try Files.rename(old, to: new)
        #expect(throws: StoreError.gone(old, .moved(to: new))) { try reader.file.checkPresence() }
        #expect(throws: StoreError.gone(old, .moved(to: new))) {
            try bench.store.write { transaction throws(StoreError) in try transaction.catalog.markMissing([]) }
        }
        try Files.rename(new, to: old)
        #expect(throws: StoreError.self, "what was lost stays lost") { try reader.file.checkPresence() }
    }
}
