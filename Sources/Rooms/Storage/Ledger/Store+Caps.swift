internal import SQLite
package import Vocabulary

/// A cap, and what counts against it.
package struct CapLine: Equatable, Sendable {
    /// What a cap is for.
    package enum Scope: String, Sendable {
        case run
        case jobDay = "job day"
        case jobMonth = "job month"
        case accountDay = "account day"
        case accountMonth = "account month"
    }

    /// What it is for.
    package let scope: Scope
    /// The job's or the account's name.
    package let owner: String
    /// Which day or month of the vendor's: `2026-11-21`, `2026-11`; empty for a run.
    package let period: String
    /// Settled, uncertain and reserved units.
    package let units: Int
    /// Those of them that are uncertain.
    package let uncertain: Int
    /// The most they can cost, in millionths of a US dollar.
    package let microDollars: Int64
    /// The cap; without units and money where none is set.
    package let cap: Budget.Cap

    /// Units that are left; nil where units have no cap.
    package var unitsLeft: Int? { cap.units.map { max(0, $0 - units) } }
    /// Millionths of a US dollar that are left; nil where money has no cap.
    package var microDollarsLeft: Int64? { cap.microDollars.map { max(0, $0 - microDollars) } }
}

/// What an account-wide cap is for.
package enum Quota: String, Sendable, CaseIterable {
    case day, month
}

extension Store {
    /// What counts against each account's caps today and this month, at the vendor's, with the caps.
    package func accountCaps() throws(StoreError) -> [CapLine] {
        let today = VendorDay(of: clock.now())
        return try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT p.scope, a.name, p.key, ifnull(s.units, 0), iif(p.period = 'day',
                        (SELECT count(*) FROM ledger AS l
                            WHERE l.state = 'uncertain' AND l.account_id = a.account_id AND l.day = p.key),
                        (SELECT ifnull(sum(t.uncertain), 0) FROM tally AS t
                            WHERE t.account_id = a.account_id AND t.month = p.key)),
                    ifnull(s.micro_usd, 0), q.cap_units, q.cap_micro_usd
                FROM account AS a CROSS JOIN (SELECT 'account day' AS scope, 'day' AS period, ?1 AS key
                    UNION ALL SELECT 'account month', 'month', ?2) AS p
                LEFT JOIN spent AS s ON s.scope = p.scope AND s.subject = a.account_id AND s.period = p.key
                LEFT JOIN quota AS q ON q.account_id = a.account_id AND q.period = p.period
                ORDER BY a.name, p.period
                """, .text(today.dayKey), .text(today.monthKey), read: readCap)
        }
    }

    /// What counts against the caps of a run's budget, for each that it has.
    package func caps(of run: RunID, _ budget: Budget) throws(StoreError) -> [CapLine] {
        let today = VendorDay(of: clock.now())
        let wanted: [(CapLine.Scope, String, Budget.Cap?, String)] = [
            (.run, "", budget.run, "SELECT ifnull(sum(uncertain), 0) FROM tally WHERE run_id = r.run_id"),
            (
                .jobDay, today.dayKey, budget.day,
                """
                SELECT count(*) FROM ledger AS l JOIN attempt USING (attempt_id) JOIN task USING (task_id)
                JOIN run AS o USING (run_id) WHERE l.state = 'uncertain' AND l.day = ?3 AND o.job_id = r.job_id
                """
            ),
            (
                .jobMonth, today.monthKey, budget.month,
                "SELECT ifnull(sum(uncertain), 0) FROM tally JOIN run AS o USING (run_id) WHERE month = ?3 AND o.job_id = r.job_id"
            ),
        ]
        return try guarded { () throws(SQLiteError) in
            var lines: [CapLine] = []
            for (scope, period, cap, uncertain) in wanted {
                guard let cap else { continue }
                let line = try connection.first(
                    """
                    SELECT ?2, j.name, ?3, ifnull(s.units, 0), (\(uncertain)), ifnull(s.micro_usd, 0), ?4, ?5
                    FROM run AS r JOIN job AS j USING (job_id) LEFT JOIN spent AS s ON s.scope = ?2
                        AND s.subject = iif(?2 = 'run', r.run_id, r.job_id) AND s.period = ?3
                    WHERE r.run_id = ?1
                    """, .integer(run.value), .text(scope.rawValue), .text(period), Value(cap.units),
                    Value(cap.microDollars), read: readCap)
                if let line { lines.append(line) }
            }
            return lines
        }
    }

    private func readCap(_ row: Statement) -> CapLine {
        CapLine(
            scope: CapLine.Scope(rawValue: row.text(0)) ?? .run, owner: row.text(1), period: row.text(2),
            units: Int(row.integer(3)), uncertain: Int(row.integer(4)), microDollars: row.integer(5),
            cap: Budget.Cap(units: row.optionalInteger(6).map { Int($0) }, microDollars: row.optionalInteger(7)))
    }
}
