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
        for unit in units {
            let state = next(unit)
            try connection.run(
                "UPDATE ledger SET state = ?, changed_at = ? WHERE attempt_id = ? AND recipe_id = ?",
                .text(state.rawValue), .integer(now), .integer(unit.attempt), .integer(unit.recipe))
            try count(unit, as: state)
        }
    }

    /// Takes a unit out of the sums of its old state and puts it into those of the new one.
    private func count(_ unit: OpenUnit, as state: LedgerState) throws(SQLiteError) {
        let wasUncertain = unit.state == LedgerState.uncertain.rawValue
        guard state != .sent else { return }
        let isPaid = unit.microDollars > 0
        try connection.run(
            """
            UPDATE tally SET reserved = reserved - ?5, uncertain = uncertain + ?6, settled = settled + ?7,
                settled_paid = settled_paid + ?8, micro_usd = micro_usd - ?9
            WHERE run_id = ?1 AND account_id = ?2 AND month = ?3 AND feature = ?4
            """,
            .integer(unit.run), .integer(unit.account), .text(String(unit.day.prefix(7))), .text(unit.feature),
            Value(wasUncertain ? 0 : 1), Value((state == .uncertain ? 1 : 0) - (wasUncertain ? 1 : 0)),
            Value(state == .settled ? 1 : 0), Value(state == .settled && isPaid ? 1 : 0),
            .integer(state == .released ? unit.microDollars : 0))
        guard state == .released else { return }
        try connection.run(
            """
            UPDATE spent SET units = units - 1, micro_usd = micro_usd - ?1
            FROM (SELECT job_id FROM run WHERE run_id = ?2) AS r
            WHERE (scope, subject, period) IN (VALUES ('run', ?2, ''), ('job day', r.job_id, ?4),
                ('job month', r.job_id, ?5), ('account day', ?3, ?4), ('account month', ?3, ?5))
            """,
            .integer(unit.microDollars), .integer(unit.run), .integer(unit.account), .text(unit.day),
            .text(String(unit.day.prefix(7))))
    }

    private var openUnit: String {
        """
        SELECT l.attempt_id, l.recipe_id, l.account_id, t.run_id, l.day, c.feature, l.state, l.micro_usd
        FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id) JOIN recipe AS c USING (recipe_id)

        """
    }

    private func readUnit(_ row: Statement) -> OpenUnit {
        OpenUnit(
            attempt: row.integer(0), recipe: row.integer(1), account: row.integer(2), run: row.integer(3),
            day: row.text(4), feature: row.text(5), state: row.text(6), microDollars: row.integer(7))
    }
}
