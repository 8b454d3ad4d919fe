internal import SQLite
internal import Vocabulary

extension Store {
    /// What becomes of a unit.
    enum LedgerState: String {
        case reserved, sent, settled, released, uncertain
    }

    /// One unit of an attempt that is not closed.
    struct OpenUnit {
        let attempt, recipe, account, run: Int64
        let day, feature, state: String
        let microDollars: Int64
    }

    /// The units of an attempt that are reserved or sent.
    func openUnits(of attempt: Int64) throws(SQLiteError) -> [OpenUnit] {
        try connection.all(
            openUnit + "WHERE l.attempt_id = ? AND l.state IN ('reserved', 'sent')", .integer(attempt), read: readUnit)
    }

    /// Uncertain units, the oldest first.
    func uncertain(_ wanted: UncertainUnits) throws(SQLiteError) -> [OpenUnit] {
        try connection.all(
            openUnit + """
                WHERE l.state = 'uncertain' AND l.account_id = (SELECT account_id FROM account WHERE name = ?1)
                AND (?2 IS NULL OR substr(l.day, 1, 7) = ?2) AND (?3 IS NULL OR c.feature = ?3)
                AND (?4 IS NULL OR l.attempt_id = ?4) AND (?6 IS NULL OR l.day BETWEEN ?6 AND ?7)
                ORDER BY l.attempt_id, l.recipe_id LIMIT ?5
                """,
            .text(wanted.account), Value(wanted.month), Value(wanted.feature?.rawValue), Value(wanted.attempt?.value),
            Value(wanted.most ?? -1), Value(wanted.days?.lowerBound), Value(wanted.days?.upperBound), read: readUnit)
    }

    /// Moves units on, and the sums with them.
    func move(_ units: [OpenUnit], _ next: (OpenUnit) -> LedgerState) throws(SQLiteError) {
        var sums = LedgerSums()
        for unit in units {
            let state = next(unit)
            try connection.run(
                "UPDATE OR ROLLBACK ledger SET state = ?, changed_at = ? WHERE attempt_id = ? AND recipe_id = ?",
                .text(state.rawValue), .integer(now), .integer(unit.attempt), .integer(unit.recipe))
            sums.count(unit, as: state)
        }
        try apply(sums)
    }

    /// Writes down what the sums have changed by, in the order of their keys: all writers change rows in the same order.
    func apply(_ sums: LedgerSums) throws(SQLiteError) {
        for (key, change) in sums.totals.sorted(by: { $0.key < $1.key }) {
            try connection.run(
                """
                UPDATE ledger_total SET reserved = reserved + ?5, uncertain = uncertain + ?6, settled = settled + ?7,
                    settled_paid = settled_paid + ?8, micro_usd = micro_usd - ?9
                WHERE run_id = ?1 AND account_id = ?2 AND month = ?3 AND feature = ?4
                """,
                .integer(key.run), .integer(key.account), .text(key.month), .text(key.feature), Value(change.reserved),
                Value(change.uncertain), Value(change.settled), Value(change.settledPaid),
                .integer(change.releasedMicroDollars))
        }
        for (key, released) in sums.released.sorted(by: { $0.key < $1.key }) {
            try connection.run(
                """
                UPDATE cap_usage SET units = units - ?5, micro_usd = micro_usd - ?1
                FROM (SELECT job_id FROM run WHERE run_id = ?2) AS r
                WHERE (scope, subject, period) IN (VALUES ('run', ?2, ''), ('job_day', r.job_id, ?4),
                    ('job_month', r.job_id, substr(?4, 1, 7)), ('account_day', ?3, ?4), ('account_month', ?3, substr(?4, 1, 7)))
                """,
                .integer(released.microDollars), .integer(key.run), .integer(key.account), .text(key.day),
                Value(released.units))
        }
    }

    private var openUnit: String {
        """
        SELECT l.attempt_id, l.recipe_id, l.account_id, a.run_id, l.day, c.feature, l.state, l.micro_usd
        FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN recipe AS c USING (recipe_id)

        """
    }

    private func readUnit(_ row: Statement) -> OpenUnit {
        OpenUnit(
            attempt: row.integer(0), recipe: row.integer(1), account: row.integer(2), run: row.integer(3),
            day: row.text(4), feature: row.text(5), state: row.text(6), microDollars: row.integer(7))
    }
}
