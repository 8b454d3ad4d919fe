package import Platform
internal import SQLite
package import StorageConformance
package import Domain

/// What looks at the rows of a store in a SQLite file, without the store's own code.
package struct SQLiteProbe: ContractProbe {
    private let file: FilePath

    /// A probe of a file.
    package init(_ file: FilePath) {
        self.file = file
    }

    package func count(_ rows: ProbedRows) throws -> Int {
        let table =
            switch rows {
            case .submissions: "submission"
            case .completedSubmissions: "submission WHERE completed_at IS NOT NULL"
            case .submissionProblems: "submission_problem"
            case .runs: "run"
            case .tasks: "task"
            case .attempts: "attempt"
            case .responses: "response"
            case .answers: "answer"
            case .workers: "worker WHERE ended_at IS NULL"
            case .names: "path WHERE replaced_at IS NULL"
            case .missingNames: "path WHERE replaced_at IS NULL AND missing_at IS NOT NULL"
            }
        return try all("SELECT count(*) FROM \(table)") { Int($0.integer(0)) }.first ?? 0
    }

    package func units() throws -> [String: Int] {
        let units = try all("SELECT state, count(*) FROM ledger GROUP BY state") { ($0.text(0), Int($0.integer(1))) }
        return Dictionary(units) { first, _ in first }
    }

    package func billed() throws -> [WorkKey: BilledUnits] {
        let rows = try all(
            """
            SELECT lower(hex(i.digest)) || ' ' || i.turn, c.parameters, sum(l.state = 'settled'),
                sum(l.state = 'uncertain')
            FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
            JOIN image AS i USING (image_id) JOIN recipe AS c USING (recipe_id) GROUP BY i.image_id, c.recipe_id
            """
        ) { row in
            var units = BilledUnits()
            (units.settled, units.uncertain) = (Int(row.integer(2)), Int(row.integer(3)))
            return (WorkKey(image: row.text(0), recipe: row.text(1)), units)
        }
        return Dictionary(rows) { first, _ in first }
    }

    package func capsPassed() throws -> [String] {
        try all(
            """
            SELECT scope || ' ' || subject || ' ' || period FROM cap_usage
            WHERE units > cap_units OR micro_usd > cap_micro_usd ORDER BY 1
            """
        ) { $0.text(0) }
    }

    package func tasks(in run: RunID) throws -> [ProbedTask] {
        try all(
            """
            SELECT p.path, t.state, t.reason, t.kind, t.crash_count FROM task AS t JOIN path AS p USING (path_id)
            WHERE t.run_id = \(run.value) ORDER BY t.task_id
            """
        ) { row in
            ProbedTask(
                name: FilePath(row.text(0)).name.description, state: row.text(1), reason: row.text(2),
                kind: row.optionalText(3), crashes: Int(row.integer(4)))
        }
    }

    package func attempts(in run: RunID) throws -> [String] {
        try all("SELECT outcome FROM attempt WHERE run_id = \(run.value) ORDER BY attempt_id") { $0.text(0) }
    }

    package func members(of job: String) throws -> [String] {
        try all(
            """
            SELECT p.path, m.missing_at IS NOT NULL FROM job_image AS m JOIN job AS j USING (job_id)
            JOIN path AS p USING (path_id) WHERE j.name = '\(job)' AND m.until_submission IS NULL
            """
        ) { ($0.integer(1) != 0 ? "-" : "") + FilePath($0.text(0)).name.description }.sorted()
    }

    package func shown(by job: String) throws -> [String] {
        try all(
            """
            SELECT c.parameters FROM job_recipe AS s JOIN job AS j USING (job_id) JOIN recipe AS c USING (recipe_id)
            WHERE j.name = '\(job)' AND s.shown_until IS NULL ORDER BY 1
            """
        ) { $0.text(0) }
    }

    package func answers(of job: String) throws -> [String] {
        try all(
            """
            SELECT DISTINCT l.path, c.parameters, a.generation FROM labels AS l JOIN recipe AS c USING (recipe_id)
            JOIN answer AS a ON a.answer_id = l.annotation_id >> 20 WHERE l.job = '\(job)'
            """
        ) { "\(FilePath($0.text(0)).name) \($0.text(1)) \($0.integer(2))" }.sorted()
    }

    package func blobs(of job: String) throws -> [String] {
        try all("SELECT path, kind, hex(data) FROM annotations WHERE job = '\(job)' AND data IS NOT NULL") {
            "\(FilePath($0.text(0)).name) \($0.text(1)) \($0.text(2))"
        }.sorted()
    }

    package func dump() throws -> [String] {
        let tables = try all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND strict AND name NOT IN ('property', 'price') ORDER BY name
            """
        ) { $0.text(0) }
        return try tables.flatMap { table in
            let columns = try all("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
            let row = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
            return try all("SELECT '\(table) ' || \(row) FROM \(table)") { $0.text(0) }.sorted()
        }
    }

    /// The attempts with a unit that is settled or uncertain.
    package func billedAttempts() throws -> Set<String> {
        Set(try all("SELECT attempt_id FROM ledger WHERE state = 'settled' OR state = 'uncertain'") { $0.text(0) })
    }

    /// Runs statements that the store's own code would not.
    package func damage(_ script: String) throws {
        let connection = try Connection(path: file.bytes, mode: .readWrite)
        connection.waitForWriters(milliseconds: 5_000)
        try connection.script(script)
    }

    private func all<Element>(_ sql: String, read: (Row) -> Element) throws -> [Element] {
        let connection = try Connection(path: file.bytes, mode: .readWrite)
        connection.waitForWriters(milliseconds: 5_000)
        return try connection.all(sql, read: read)
    }
}
