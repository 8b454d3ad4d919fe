internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// The failures of a run by kind and code, the most first.
    ///
    /// Kinds with few are counted one by one. Of those with very many one, as a rule the only one, is what remains of
    /// all the failures that the run counts, so that no report reads a million rows.
    func failures(of run: RunID) throws(StoreError) -> [FailureCount] {
        let all = try connection.first("SELECT failed FROM run WHERE run_id = ?", .integer(run.value)) {
            $0.integer(0)
        }
        let kinds = try connection.all(
            """
            WITH RECURSIVE found (kind) AS (
                SELECT min(kind) FROM task WHERE run_id = ?1 AND state = 'failed'
                UNION ALL SELECT (SELECT min(t.kind) FROM task AS t
                    WHERE t.run_id = ?1 AND t.state = 'failed' AND t.kind > found.kind)
                FROM found WHERE kind IS NOT NULL)
            SELECT kind FROM found WHERE kind IS NOT NULL
            """, .integer(run.value)
        ) { $0.text(0) }
        var groups: [Group] = []
        var many: [String] = []
        for kind in kinds {
            if try self.count(kind, in: run, upTo: few + 1) > few {
                many.append(kind)
            } else {
                groups += try codes(of: kind, in: run)
            }
        }
        for kind in many.dropFirst() {
            groups.append(try group(kind, count: try count(kind, in: run, upTo: -1), in: run))
        }
        if let rest = many.first {
            let count = max(few + 1, (all ?? 0) - groups.reduce(0) { $0 + $1.count })
            groups.append(try group(rest, count: count, in: run))
        }
        groups.sort { ($1.count, $0.kind, $0.code ?? "") < ($0.count, $1.kind, $1.code ?? "") }
        return try groups.map { group throws(StoreError) in
            let example = try connection.first(
                "SELECT t.message, p.path FROM task AS t LEFT JOIN path AS p USING (path_id) WHERE t.task_id = ?",
                .integer(group.task)
            ) { (message: $0.optionalText(0) ?? "", path: $0.optionalText(1) ?? "") }
            return FailureCount(
                kind: group.kind, code: group.code, count: Int(group.count), example: example?.message ?? "",
                path: example?.path ?? "")
        }
    }

    /// Failures of one kind and code, and one task of them.
    private typealias Group = (kind: String, code: String?, count: Int64, task: Int64)

    /// The failures of a kind with few, by code.
    private func codes(of kind: String, in run: RunID) throws(StoreError) -> [Group] {
        try connection.all(
            """
            SELECT code, count(*), min(task_id) FROM task WHERE run_id = ? AND state = 'failed' AND kind = ?
            GROUP BY code
            """, .integer(run.value), .text(kind)
        ) { (kind, $0.optionalText(0), $0.integer(1), $0.integer(2)) }
    }

    /// The failures of a kind with very many, without regard to codes.
    private func group(_ kind: String, count: Int64, in run: RunID) throws(StoreError) -> Group {
        let task = try connection.first(
            "SELECT task_id FROM task WHERE run_id = ? AND state = 'failed' AND kind = ? LIMIT 1",
            .integer(run.value), .text(kind)
        ) { $0.integer(0) }
        return (kind, nil, count, task ?? 0)
    }

    private func count(_ kind: String, in run: RunID, upTo limit: Int64) throws(StoreError) -> Int64 {
        try connection.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM task WHERE run_id = ? AND state = 'failed' AND kind = ? LIMIT ?)
            """, .integer(run.value), .text(kind), .integer(limit)
        ) { $0.integer(0) } ?? 0
    }
}

/// Up to this many failures of a kind are counted one by one.
private let few: Int64 = 10_000
