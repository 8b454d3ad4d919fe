internal import SQLite

/// What each row of a table must hold, as its own CREATE TABLE says, in questions that name the rows which do not.
///
/// SQLite's `integrity_check` names the table alone where a CHECK does not hold, and none at all in a connection that
/// only reads: such a connection does not keep the CHECKs of a schema (sqlite3AddCheckConstraint, 3.40).
struct TableRules {
    let name: String
    /// SQL for what a row is called: `5`, or of a table without row numbers its key, `(3, 'LABEL_DETECTION')`.
    private let row: String
    /// What is wrong with a row, in words and in SQL that is true then.
    private let wrongs: [(words: String, sql: String)]
    /// Columns that name a row of another table.
    private let references: [(column: String, parent: String)]

    /// The rules of every table that a schema has, virtual ones left out.
    static func all(in schema: Connection<SQLiteError>) throws(SQLiteError) -> [TableRules] {
        let tables = try schema.all(
            """
            SELECT l.name, s.sql, l.wr FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name
            WHERE l.schema = 'main' AND l.type = 'table' AND l.strict ORDER BY l.name
            """
        ) { (name: $0.text(0), sql: $0.text(1), hasRowNumbers: $0.integer(2) == 0) }
        var rules: [TableRules] = []
        for table in tables {
            rules.append(try TableRules(table.name, table.sql, hasRowNumbers: table.hasRowNumbers, in: schema))
        }
        return rules
    }

    private init(_ name: String, _ sql: String, hasRowNumbers: Bool, in schema: Connection<SQLiteError>)
        throws(SQLiteError)
    {
        self.name = name
        let columns = try schema.all("SELECT name, type, pk FROM pragma_table_info(?)", .text(name)) {
            (name: $0.text(0), type: $0.text(1), place: $0.integer(2))
        }
        let key = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map { "quote(\($0.name))" }
        row = hasRowNumbers ? "rowid" : "'(' || \(key.joined(separator: " || ', ' || ")) || ')'"
        // Half of what may be read: the next row's number is one more, and the next moment is later.
        let bounds = "\(Row.range.lowerBound / 2) AND \(Row.range.upperBound / 2)"
        let numbers = columns.filter { $0.type == "INTEGER" && !anyBits.contains($0.name) }
        wrongs =
            numbers.map {
                ("\($0.name) is not a date, a count, an amount or a row's number", "\($0.name) NOT BETWEEN \(bounds)")
            }
            + checks(in: sql).map { ("it breaks CHECK (\($0))", "NOT (\($0))") }
        let declared = try schema.all(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?) ORDER BY 1", .text(name)
        ) { ($0.text(0), $0.text(1)) }
        references = declared + (undeclared[name] ?? []).filter { column, _ in columns.contains { $0.name == column } }
    }

    /// The rows that break a rule, in words; of each kind `limit` at most.
    func breaches(in store: Connection<SQLiteError>, limit: Int) throws(SQLiteError) -> [String] {
        var found: [String] = []
        if !wrongs.isEmpty {
            let cases = wrongs.enumerated().map { "WHEN \($0.element.sql) THEN \($0.offset)" }.joined(separator: " ")
            found += try store.all(
                "SELECT \(row), CASE \(cases) END AS wrong FROM \(name) WHERE wrong IS NOT NULL LIMIT \(limit)"
            ) { "row \($0.text(0)) of \(name): \(wrongs[Int($0.integer(1))].words)" }
        }
        for (column, parent) in references {
            found += try store.all(
                """
                SELECT \(row), \(column) FROM \(name) AS t WHERE \(column) IS NOT NULL
                \(zeroIsNone.contains("\(name).\(column)") ? "AND \(column) <> 0" : "")
                AND NOT EXISTS (SELECT 1 FROM \(parent) AS p WHERE p.rowid = t.\(column)) LIMIT \(limit)
                """
            ) { "row \($0.text(0)) of \(name) names a row of \(parent) that is not there: \(column) \($0.text(1))" }
        }
        return found
    }
}

/// References that the schema leaves out of the tables that are written for every image, where checking them at each
/// row costs a tenth of the time.
private let undeclared: [String: [(column: String, parent: String)]] = [
    "answer": [("attempt_id", "attempt"), ("image_id", "image"), ("recipe_id", "recipe"), ("run_id", "run")],
    "attempt": [("run_id", "run"), ("task_id", "task"), ("worker_id", "worker")],
    "job_image": [
        ("job_id", "job"), ("image_id", "image"), ("from_submission", "submission"), ("until_submission", "submission"),
        ("path_id", "path"),
    ],
    "ledger": [("attempt_id", "attempt"), ("recipe_id", "recipe"), ("account_id", "account")],
    "path": [("folder_id", "folder"), ("image_id", "image")],
    "response": [("attempt_id", "attempt")],
    "task": [("attempt_id", "attempt"), ("run_id", "run"), ("image_id", "image"), ("path_id", "path")],
]

/// References that are 0 in people's answers, of which an invariant says which they are.
private let zeroIsNone: Set<String> = ["answer.attempt_id", "answer.run_id"]

/// Columns that hold any 64 bits: what the file system says, and it may say anything.
private let anyBits: Set<String> = ["modified_ns", "inode", "checked_ns"]

/// The conditions of a table's CHECKs, without their parentheses, white space made single blanks.
func checks(in sql: String) -> [String] {
    var found: [String] = []
    var rest = withoutComments(sql)[...]
    while let start = rest.firstRange(of: "CHECK (") {
        rest = rest[start.upperBound...]
        var depth = 1
        var isQuoted = false
        let end = rest.firstIndex { character in
            if character == "'" { isQuoted.toggle() }
            if !isQuoted { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
            return depth == 0
        }
        guard let end else { break }
        found.append(rest[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " "))
        rest = rest[end...]
    }
    return found
}

/// Our own SQL without what follows `--` in its lines.
private func withoutComments(_ sql: String) -> String {
    sql.split(separator: "\n").map { line in
        line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
    }.joined(separator: "\n")
}
