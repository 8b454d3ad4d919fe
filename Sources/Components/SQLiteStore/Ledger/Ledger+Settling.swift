internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension Ledger {
    /// The units of an attempt that are reserved or sent.
    func openUnits(of attempt: Int64) throws(StoreError) -> [LedgerUnit] {
        try connection.all(
            openUnit + "WHERE l.attempt_id = ? AND l.state IN ('reserved', 'sent')", .integer(attempt), read: readUnit)
    }

    /// Uncertain units, the oldest first.
    func uncertain(_ wanted: UncertainUnits) throws(StoreError) -> [LedgerUnit] {
        try connection.all(
            openUnit + """
                WHERE l.state = 'uncertain' AND l.account_id = (SELECT account_id FROM account WHERE name = ?1)
                AND (?2 IS NULL OR \(month(of: "l.day")) = ?2) AND (?3 IS NULL OR c.feature = ?3)
                AND (?4 IS NULL OR l.attempt_id = ?4) AND (?5 IS NULL OR l.day BETWEEN ?5 AND ?6)
                ORDER BY l.attempt_id, l.recipe_id
                """,
            .text(wanted.account), Value(wanted.month), Value(wanted.feature?.rawValue), Value(wanted.attempt?.value),
            Value(wanted.days?.lowerBound), Value(wanted.days?.upperBound), read: readUnit)
    }

    /// Moves units on, and the sums with them.
    func move(_ units: [LedgerUnit], _ next: (LedgerUnit) -> LedgerState) throws(StoreError) {
        for unit in units {
            let state = next(unit)
            guard unit.state.mayBecome(state) else {
                throw connection.damage("a unit of attempt \(unit.attempt) cannot be \(state), it is \(unit.state)")
            }
            try connection.run(
                "UPDATE OR ROLLBACK ledger SET state = ?, changed_at = ? WHERE attempt_id = ? AND recipe_id = ?",
                .text(state.rawValue), .integer(now), .integer(unit.attempt), .integer(unit.recipe))
            database.sums.count(unit, as: state)
        }
    }

    private var openUnit: String {
        """
        SELECT l.attempt_id, l.recipe_id, l.account_id, a.run_id, l.day, c.feature, l.state, l.micro_usd, r.job_id
        FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN recipe AS c USING (recipe_id)
            JOIN run AS r ON r.run_id = a.run_id

        """
    }

    private func readUnit(_ row: Row) -> LedgerUnit {
        let state = LedgerState(rawValue: row.text(6))
        if state == nil { row.refuse("a unit of attempt \(row.integer(0)) is \(row.text(6)), which is not a state") }
        return LedgerUnit(
            attempt: row.integer(0), recipe: row.integer(1), account: row.integer(2), run: row.integer(3),
            job: row.integer(8),
            day: row.text(4), feature: row.text(5), state: state ?? .released, microDollars: row.integer(7))
    }
}

extension Ledger {
    /// Closes the uncertain units that the vendor's counts tell of.
    ///
    /// A count says how many were billed, not which; the oldest are assumed to be. Of the account, the feature and
    /// the days it is right; how it falls on the runs of those days is not known.
    ///
    /// - Parameters:
    ///   - counts: two of one account and feature have no day in common.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    func reconcile(_ counts: [VendorCount], settlingTime: TimeSpan?) throws(StoreError) -> [Reconciliation] {
        let found = try database.reports.compare(counts, settlingTime: settlingTime)
        for one in found where one.status == .closed { try close(one) }
        return found
    }

    private func close(_ one: Reconciliation) throws(StoreError) {
        var units = UncertainUnits(account: one.count.account)
        units.feature = one.count.feature
        units.days = one.count.dayKeys
        let found = try uncertain(units)
        try move(Array(found.prefix(one.billed))) { _ in .settled }
        try move(Array(found.dropFirst(one.billed))) { _ in .released }
    }
}
