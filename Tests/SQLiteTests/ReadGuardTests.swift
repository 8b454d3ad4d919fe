import SQLite
import Testing

@Suite struct ReadGuardTests {
    let connection: Connection<SQLiteError>

    init() throws {
        connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        try connection.script(
            "CREATE TABLE t (x); CREATE INDEX t_x ON t (x); INSERT INTO t VALUES (1), (2); CREATE VIEW v AS SELECT x "
                + "FROM t"
        )
        try connection.confineToReading()
    }

    @Test(arguments: [
        "SELECT * FROM v", "SELECT count(*) FROM v",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) FROM n",
        "SELECT value FROM json_each('[1,2]')", "SELECT x, row_number() OVER (ORDER BY x) FROM v",
    ])
    func `a question is answered`(sql: String) throws {
        let statement = try connection.prepare(sql)
        #expect(try statement.step())
    }

    @Test(arguments: [
        "INSERT INTO t VALUES (3)", "UPDATE t SET x = 0", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u (y)",
        "CREATE TEMP TABLE u (y)", "ATTACH 'other.db' AS other", "PRAGMA journal_mode = DELETE", "BEGIN", "VACUUM",
        "SELECT load_extension('x')", "REINDEX", "DETACH main", "SAVEPOINT s",
    ])
    func `anything else is refused before it runs`(sql: String) throws {
        #expect(throws: SQLiteError.self) {
            let statement = try connection.prepare(sql)
            guard statement.isReadOnly else { throw SQLiteError(code: 23, message: "not a question") }
            _ = try statement.step()
        }
        #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 2)
    }

    @Test func `VACUUM INTO passes the authorizer and is not read only`() throws {
        // So both tests are needed: the authorizer's and the statement's own.
        if let statement = try? connection.prepare("VACUUM INTO 'copy.db'") { #expect(!statement.isReadOnly) }
    }

    @Test func `an endless query is stopped`() throws {
        var calls = 0
        connection.stop(when: {
            calls += 1
            return calls > 3
        })
        #expect(throws: SQLiteError.self) {
            _ = try connection.first(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
            ) { $0.integer(0) }
        }
        #expect(calls == 4)
    }

    @Test func `a huge value is refused`() throws {
        do {
            _ = try connection.first("SELECT randomblob(1000000000)") { $0.integer(0) }
            Issue.record("a gigabyte was made")
        } catch { #expect(error.code & 0xFF == 18) }
    }
}
