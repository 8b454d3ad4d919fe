import Platform
import SQLite
import Schema
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct UpgradeTests {
    let scratch: Scratch
    let time = TestClock()
    var path: FilePath { scratch.file("cairn.db") }

    init() throws { scratch = try Scratch() }

    func open(_ purpose: StorePurpose = .work) throws(StoreError) -> Database {
        try Database(at: path, for: purpose, clock: time.clock)
    }

    func write(_ text: String) throws {
        let made = try Connection(path: path.bytes, mode: .create)
        try made.script(text)
    }

    @Test func `a new store is a database that says what it is`() throws {
        _ = try open()
        let plain = try Connection(path: path.bytes, mode: .readOnly)
        #expect(try plain.first("PRAGMA application_id") { $0.integer(0) } == 0x4372_6E31)
        #expect(try plain.first("PRAGMA user_version") { $0.integer(0) } == Int64(StoreSchema.firstVersion))
        #expect(try plain.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    }

    @Test func `a store written by a newer program is refused untouched`() throws {
        _ = try open()
        try write("PRAGMA user_version = 99")
        #expect(throws: StoreError.newer(path, version: 99, known: StoreSchema.firstVersion)) { try open() }
        #expect(throws: StoreError.newer(path, version: 99, known: StoreSchema.firstVersion)) { try open(.read) }
        let plain = try Connection(path: path.bytes, mode: .readOnly)
        #expect(try plain.first("PRAGMA user_version") { $0.integer(0) } == 99)
    }

    @Test(arguments: 1...4) func `a store of a development version is refused untouched`(version: Int64) throws {
        _ = try open()
        try write("PRAGMA user_version = \(version)")
        for purpose in [StorePurpose.work, .change, .read] {
            #expect(throws: StoreError.tooOld(path, version: version)) { try open(purpose) }
        }
        let plain = try Connection(path: path.bytes, mode: .readOnly)
        #expect(try plain.first("PRAGMA user_version") { $0.integer(0) } == version)
    }

    @Test func `another program's database is refused untouched`() throws {
        try write("CREATE TABLE diary (day TEXT)")
        #expect(throws: StoreError.notAStore(path)) { try open() }
        let plain = try Connection(path: path.bytes, mode: .readOnly)
        #expect(try plain.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 1)
    }

    @Test func `a text file is refused`() throws {
        let file = try #require(Descriptor.create(path))
        #expect(file.write(Array("Dear diary, this is no database at all.".utf8)) == nil)
        file.close()
        #expect(throws: StoreError.notAStore(path)) { try open() }
        #expect(throws: StoreError.notAStore(path)) { try open(.read) }
    }

    @Test func `reading needs a store that is there`() throws {
        do throws(StoreError) {
            _ = try open(.read)
            Issue.record("a store was opened that is not there")
        } catch { #expect(error.kind == .cannotOpen) }
    }

    @Test func `an empty file, as a killed maker leaves it, is read as a store of nothing`() throws {
        try #require(Descriptor.create(path)).close()
        let store = try open(.read)
        #expect(try store.reports.recentRuns(limit: 10).isEmpty)
        #expect(try store.problems().isEmpty)
        #expect(try FileStatus(of: path).bytes == 0, "reading writes nothing")
    }

    @Test func `other views are replaced by the program's own`() throws {
        _ = try open()
        try write(
            "DROP VIEW labels; CREATE VIEW labels AS SELECT 1 AS old; UPDATE property SET value = '' WHERE name = "
                + "'views'"
        )
        _ = try open()
        let plain = try Connection(path: path.bytes, mode: .readOnly)
        #expect(try plain.prepare("SELECT * FROM labels").columns.contains("description"))
    }
}
