import Platform
import SQLite
import Schema
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// A store of today that a program with one step more brings up to date.
@Suite struct MigrationTests {
    let bench: Bench
    /// A step that changes every row of a table, and one that adds to the schema.
    let steps =
        StoreSchema.migrations + [
            """
            ALTER TABLE image ADD COLUMN note TEXT;
            UPDATE image SET note = printf('%0200d', image_id);
            CREATE TABLE remark (remark_id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;
            """
        ]

    init() throws {
        bench = try Bench()
        let run = try bench.run(tasks: 2000)
        let claims = try bench.claim(3, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
    }

    private func newer(_ purpose: StorePurpose = .work, at path: FilePath? = nil) throws(StoreError) -> Database {
        try Database(at: path ?? bench.store.file.resolved, for: purpose, clock: bench.time.clock, migrations: steps)
    }

    private func rows(_ sql: String, at path: FilePath? = nil) throws -> [String] {
        let plain = try Connection(path: (path ?? bench.store.file.resolved).bytes, mode: .readWrite)
        let columns = Int32(try plain.statement(sql).columns.count)
        return try plain.all(sql) { row in (0..<columns).map { row.text($0) }.joined(separator: "|") }
    }

    private let everything = [
        "SELECT image_id, hex(digest) FROM image", "SELECT * FROM task", "SELECT * FROM path",
        "SELECT * FROM run", "SELECT * FROM annotation", "SELECT * FROM job_image", "SELECT * FROM labels",
    ]

    @Test func `an older store is brought up to date with all that is in it`() throws {
        let before = try everything.map { try rows($0) }
        let store = try newer()
        #expect(try everything.map { try rows($0) } == before)
        #expect(try rows("PRAGMA user_version") == ["\(StoreSchema.firstVersion + 1)"])
        #expect(try rows("SELECT count(note) FROM image") == ["2000"])
        #expect(try store.problems() == [])
    }

    @Test func `an older store and a new one have the same schema`() throws {
        _ = try newer()
        let other = bench.scratch.file("new.db")
        _ = try newer(at: other)
        let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
        #expect(try rows(schema) == (try rows(schema, at: other)))
    }

    @Test func `reading an old store brings it up to date first`() throws {
        let store = try newer(.read)
        #expect(try store.reports.recentRuns(limit: 1).first?.done == 3)
        #expect(try rows("SELECT count(note) FROM image") == ["2000"])
    }

    @Test func `the older program refuses a store that was brought up to date`() throws {
        _ = try newer()
        let version = Int64(StoreSchema.firstVersion)
        #expect(throws: StoreError.newer(bench.store.file.resolved, version: version + 1, known: Int(version))) {
            try Database(at: bench.store.file.resolved, for: .work, clock: bench.time.clock)
        }
    }

    /// What a kill leaves: the file and its log, with pages in them that were never committed.
    @Test func `killed in the middle, it is still the old store, and the next program brings it up to date`() throws {
        let before = try everything.map { try rows($0) }
        let path = bench.store.file.resolved
        let dying = try Connection(path: path.bytes, mode: .readWrite)
        try dying.script("PRAGMA cache_size = 5; PRAGMA cache_spill = 1; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE")
        try dying.script(steps[steps.count - 1])
        let copy = bench.scratch.file("copy.db")
        try Files.write(copy, try Files.read(path))
        let log = try Files.read(FilePath("\(path)-wal"))
        #expect(log.count > 100_000, "pages of the step are on the disk")
        try Files.write(FilePath("\(copy)-wal"), log)
        #expect(try rows("PRAGMA user_version", at: copy) == ["\(StoreSchema.firstVersion)"])
        #expect(try everything.map { try rows($0, at: copy) } == before)
        let store = try newer(at: copy)
        #expect(try everything.map { try rows($0, at: copy) } == before)
        #expect(try rows("SELECT count(note) FROM image", at: copy) == ["2000"])
        #expect(try store.problems() == [])
    }
}
