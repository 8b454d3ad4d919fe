internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func accountCaps() throws(StoreError) -> [CapUsage] {
        let today = VendorDay(of: now)
        let days = try accountCaps(
            .accountDay, .day, today,
            """
            SELECT count(*) FROM ledger AS l
            WHERE l.state = 'uncertain' AND l.account_id = a.account_id AND l.day = ?2
            """)
        let months = try accountCaps(
            .accountMonth, .month, today,
            """
            SELECT ifnull(sum(t.uncertain), 0) FROM ledger_total AS t
            WHERE t.account_id = a.account_id AND t.month = ?2
            """)
        return (days + months).sorted { first, second in
            first.owner == second.owner
                ? first.scope == .accountDay && second.scope == .accountMonth : first.owner < second.owner
        }
    }

    /// One cap of every account, by name.
    private func accountCaps(_ scope: CapScope, _ quota: CapPeriod, _ day: VendorDay, _ uncertain: String)
        throws(StoreError) -> [CapUsage]
    {
        return try connection.all(
            """
            SELECT a.name, ?2, ifnull(s.units, 0) AS units, (\(uncertain)) AS uncertain,
                ifnull(s.micro_usd, 0) AS micro_usd, q.cap_units, q.cap_micro_usd
            FROM account AS a LEFT JOIN cap_usage AS s ON s.scope = ?1 AND s.subject = a.account_id AND s.period =
                ?2
            LEFT JOIN quota AS q ON q.account_id = a.account_id AND q.period = ?3 ORDER BY a.name
            """, .text(scope.rawValue), .text(scope.period(on: day).key), .text(quota.rawValue)
        ) { readCap($0, scope) }
    }

    func caps(of run: RunID, _ budget: Budget) throws(StoreError) -> [CapUsage] {
        let today = VendorDay(of: now)
        let wanted: [(CapScope, Budget.Cap?, String)] = [
            (.run, budget.run, "SELECT ifnull(sum(uncertain), 0) FROM ledger_total WHERE run_id = r.run_id"),
            (
                .jobDay, budget.day,
                """
                SELECT count(*) FROM ledger AS l JOIN attempt USING (attempt_id) JOIN run AS o USING (run_id)
                WHERE l.state = 'uncertain' AND l.day = ?3 AND o.job_id = r.job_id
                """
            ),
            (
                .jobMonth, budget.month,
                "SELECT ifnull(sum(uncertain), 0) FROM ledger_total JOIN run AS o USING (run_id) WHERE month = ?3 AND o.job_id = r.job_id"
            ),
        ]
        var lines: [CapUsage] = []
        for (scope, cap, uncertain) in wanted {
            guard let cap else { continue }
            let line = try connection.first(
                """
                SELECT j.name, ?3, ifnull(s.units, 0) AS units, (\(uncertain)) AS uncertain,
                    ifnull(s.micro_usd, 0) AS micro_usd, ?4, ?5
                FROM run AS r JOIN job AS j USING (job_id) LEFT JOIN cap_usage AS s ON s.scope = ?2
                    AND s.subject = iif(?2 = 'run', r.run_id, r.job_id) AND s.period = ?3
                WHERE r.run_id = ?1
                """, .integer(run.value), .text(scope.rawValue), .text(scope.period(on: today).key),
                Value(cap.units),
                Value(cap.microDollars)
            ) { readCap($0, scope) }
            if let line { lines.append(line) }
        }
        return lines
    }

    private func readCap(_ row: Row, _ scope: CapScope) -> CapUsage {
        if row.count(3) > row.count(2) {
            row.refuse("of \(row.text(0)) \(row.text(1)) more units are uncertain than count against its cap")
        }
        return CapUsage(
            scope: scope, owner: row.text(0), period: row.text(1), units: Int(row.count(2)),
            uncertain: Int(row.count(3)), microDollars: row.count(4), cap: row.cap(5))
    }
}

extension Row {
    /// A cap: the units of one column and the money of the next.
    func cap(_ column: Int32) -> Budget.Cap {
        Budget.Cap(
            units: isNull(column) ? nil : Int(count(column)),
            microDollars: isNull(column + 1) ? nil : count(column + 1))
    }
}
