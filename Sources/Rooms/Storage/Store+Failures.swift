internal import SQLite
package import Vocabulary

/// How many tasks of a run failed in one way.
package struct FailureCount: Equatable, Sendable {
    /// The kind: `damaged`.
    package let kind: String
    /// How many.
    package let count: Int
    /// The message of one of them.
    package let example: String
}

extension Store {
    /// The failures of a run by kind, the most first.
    ///
    /// Kinds with few are counted one by one. Of those with very many one, as a rule the only one, is what remains of all the
    /// failures that the run counts, so that nobody waits for a million rows.
    package func failures(of run: RunID) throws(StoreError) -> [FailureCount] {
        try guarded { () throws(SQLiteError) in
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
            var counts: [(kind: String, count: Int64)] = []
            var many: [String] = []
            for kind in kinds {
                let count = try self.count(kind, in: run, upTo: few + 1)
                if count > few { many.append(kind) } else { counts.append((kind, count)) }
            }
            for kind in many.dropFirst() { counts.append((kind, try count(kind, in: run, upTo: -1))) }
            if let rest = many.first {
                counts.append((rest, max(few + 1, (all ?? 0) - counts.reduce(0) { $0 + $1.count })))
            }
            var failures: [FailureCount] = []
            for (kind, count) in counts.sorted(by: { ($1.count, $0.kind) < ($0.count, $1.kind) }) {
                let example = try connection.first(
                    "SELECT message FROM task WHERE run_id = ? AND state = 'failed' AND kind = ? LIMIT 1",
                    .integer(run.value), .text(kind)
                ) { $0.text(0) }
                failures.append(FailureCount(kind: kind, count: Int(count), example: example ?? ""))
            }
            return failures
        }
    }

    private func count(_ kind: String, in run: RunID, upTo most: Int64) throws(SQLiteError) -> Int64 {
        try connection.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM task WHERE run_id = ? AND state = 'failed' AND kind = ? LIMIT ?)
            """, .integer(run.value), .text(kind), .integer(most)
        ) { $0.integer(0) } ?? 0
    }
}

/// Up to so many failures of a kind are counted one by one.
private let few: Int64 = 10_000
