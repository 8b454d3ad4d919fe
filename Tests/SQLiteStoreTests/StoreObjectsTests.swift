import Glibc
import Platform
import SQLite
import Schema
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// What bears a name of Cairn's in a store that comes from anywhere.
@Suite struct StoreObjectsTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        _ = try bench.run(tasks: 3)
    }

    private func open(_ purpose: StorePurpose) throws(StoreError) -> Database {
        try Database(at: bench.store.file.resolved, for: purpose, clock: bench.time.clock)
    }

    private static let purposes: [StorePurpose] = [.work, .change, .adopt, .read, .preview]

    /// With `CAIRN_WRITE_GOLDEN` set the file is written instead: read the difference before it is committed.
    @Test func `the list of a store's objects is what the migrations and views make`() throws {
        let made = try StoreObjects(madeBy: StoreSchema.migrations)
        let file = packageRoot.appending("Schema/objects.txt")
        if getenv("CAIRN_WRITE_GOLDEN") != nil { try Files.write(file, Array(made.text.utf8)) }
        #expect(try Files.text(file) == made.text)
        #expect(StoreObjects.current.text == made.text || getenv("CAIRN_WRITE_GOLDEN") != nil)
        #expect(made.objects.count > 90 && made.compare(with: made) == StoreObjects.Comparison())
    }

    static let faults: [(script: String, names: String)] = [
        ("CREATE TRIGGER x AFTER INSERT ON attempt BEGIN DELETE FROM quota; END", "the trigger x on attempt"),
        ("CREATE TRIGGER \"A b\" AFTER INSERT ON Submission BEGIN SELECT 1; END", "the trigger a b on submission"),
        ("CREATE TRIGGER p AFTER DELETE ON price BEGIN SELECT 1; END", "the trigger p on price"),
        ("DROP TRIGGER ledger_stay", "the trigger ledger_stay is missing"),
        ("DROP INDEX task_running", "the index task_running is missing"),
        (
            "DROP INDEX task_running; CREATE INDEX task_running ON task (image_id) WHERE state = 'running'",
            "the index task_running is not the one"
        ),
        ("CREATE UNIQUE INDEX one ON image (digest)", "the index one on image"),
        ("ALTER TABLE quota ADD COLUMN more INTEGER AS (cap_units * 9)", "the table quota is not the one"),
        ("DROP TABLE clock", "the table clock is missing"),
        ("DROP VIEW labels; CREATE TABLE labels (description)", "the view labels is not the one"),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (cap_units IS NULL OR "
                + "units <= cap_units)', 'CHECK (1)'); PRAGMA writable_schema = RESET",
            "the table cap_usage is not the one"
        ),
    ]

    @Test(arguments: faults) func `what Cairn did not make is refused by name, whatever the store is opened for`(
        fault: (script: String, names: String)
    ) throws {
        try bench.plain().script(fault.script)
        let before = try bench.rows("SELECT type || name || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
        for purpose in StoreObjectsTests.purposes {
            do throws(StoreError) {
                _ = try open(purpose)
                Issue.record("\(fault.script) was not refused for \(purpose)")
            } catch {
                #expect(error.kind == .damaged && error.message.contains(fault.names), "\(error.message)")
            }
        }
        #expect(try bench.rows("SELECT type || name || ifnull(sql, '') FROM sqlite_schema ORDER BY 1") == before)
    }

    private static let lie = "DROP VIEW labels; CREATE VIEW labels AS SELECT 'LIE' AS description"

    @Test func `a user's own tables, views, indexes and triggers stay, also where false views are made again`() throws {
        try bench.plain().script(
            """
            CREATE TABLE notes (x UNIQUE); CREATE VIEW mine AS SELECT path FROM labels;
            CREATE INDEX by_size ON path (bytes); CREATE TRIGGER own AFTER INSERT ON notes BEGIN SELECT 1; END;
            ANALYZE; \(StoreObjectsTests.lie); DROP VIEW spending;
            """)
        for purpose in StoreObjectsTests.purposes.reversed() { _ = try open(purpose) }
        let own = "SELECT count(*) FROM sqlite_schema WHERE name IN ('notes', 'mine', 'by_size', 'own', 'spending')"
        #expect(try bench.number(own) == 5)
        #expect(try bench.rows("SELECT description FROM labels") == [])
    }

    @Test func `false views are not asked where they cannot be made again`() throws {
        try bench.plain().script(StoreObjectsTests.lie)
        let store = try open(.preview)
        #expect(store.coversViews)
        #expect(try store.connection.all("SELECT description FROM labels") { $0.text(0) } == [])
        var rows = 0
        try store.query("SELECT description FROM labels", parameters: [:], limit: nil, columns: { _ in }) { _ in
            rows += 1
            return true
        }
        #expect(rows == 0)
    }

    @Test func `a report that does not end is stopped, and the next one is answered`() throws {
        let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
        bench.store.file.reportLimit = TimeSpan(milliseconds: 50)
        #expect(throws: StoreError.tooLong(bench.store.path, TimeSpan(milliseconds: 50))) {
            try bench.store.snapshot { () throws(StoreError) in
                _ = try bench.store.connection.first(endless) { _ in }
            }
        }
        bench.store.file.reportLimit = .seconds(60)
        let runs = try bench.store.snapshot { () throws(StoreError) in try bench.store.reports.recentRuns(limit: 9) }
        #expect(runs.count == 1)
    }
}
