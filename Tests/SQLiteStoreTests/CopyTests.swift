import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct CopyTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func copy(to name: String) throws -> Int64 {
        let store = try SQLiteStore(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        return try store.copy(to: StoreLocation(bench.scratch.file(name)), replacing: false)
    }

    @Test func `a copy has what was committed, waits for no writer and needs no log`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "castle")])
        let writer = try bench.plain()
        try writer.script("BEGIN IMMEDIATE; UPDATE term SET description = 'uncommitted'")
        let bytes = try copy(to: "copy.db")
        try writer.script("COMMIT")
        #expect(try Files.read(bench.scratch.file("copy.db")).count == Int(bytes))
        #expect(Files.names(in: bench.scratch.path).filter { $0.contains("copy") } == ["copy.db"])
        // A client that may not write opens it, since it has no log.
        let client = try Connection(path: bench.scratch.file("copy.db").bytes, mode: .readOnly)
        #expect(try client.all("SELECT description FROM labels") { $0.text(0) } == ["castle"])
        #expect(try client.first("PRAGMA journal_mode") { $0.text(0) } == "delete")
        #expect(try bench.rows("SELECT description FROM labels") == ["uncommitted"])
    }

    @Test func `nothing that is there is written over`() throws {
        let here = bench.scratch.file("taken.db")
        try bench.scratch.write("taken.db", "mine")
        let error = #expect(throws: StoreError.self) { try copy(to: "taken.db") }
        #expect(error?.kind == .taken && error?.location == StoreLocation(here))
        #expect(try Files.text(here) == "mine")
        let draft = try AtomicFile(of: here)
        #expect(throws: SystemError.self) { try draft.publish() }
        #expect(try Files.text(here) == "mine" && (try? FileStatus(of: draft.path)) == nil)
    }
}
