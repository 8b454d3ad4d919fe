import Platform
import SQLite
import Storage
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct LogLengthTests {
    @Test func `the log is bounded while transactions follow one another, and shrinks behind a long reader`() throws {
        let bench = try Bench()
        let path = bench.store.file.resolved
        let database = bench.store
        let log = FilePath(bytes: path.bytes + Array("-wal".utf8))
        let bound = Int64(Database.logPages) * 4120 + 4_000_000
        var number: Int64 = 0
        func write(megabytes: Int) throws -> Int64 {
            var longest: Int64 = 0
            for _ in 0..<megabytes {
                number += 1
                try database.write { _ throws(StoreError) in
                    try database.connection.run(
                        "INSERT INTO response (attempt_id, body) VALUES (?, zeroblob(1000000))", .integer(number))
                }
                longest = max(longest, try FileStatus(of: log).bytes)
            }
            return longest
        }
        #expect(try write(megabytes: 80) < bound)
        // What a reader may still ask for stays in the log.
        let reader = try Database(at: path, for: .read, clock: bench.time.clock)
        try reader.snapshot { () throws(StoreError) in
            _ = try reader.connection.first("SELECT count(*) FROM response") { $0.integer(0) }
            do {
                #expect(try write(megabytes: 80) > bound)
            } catch {
                Issue.record(error)
            }
        }
        _ = try write(megabytes: 1)
        #expect(try write(megabytes: 40) < bound)
    }
}
