internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension Ledger {
    /// Writes down what this transaction has changed of the ledger's sums: last in it, one change for each row, in the
    /// order of the rows' keys, so that two writers never wait for each other crosswise.
    ///
    /// `Transaction.writeCounters` calls it before each commit.
    func writeSums() throws(StoreError) {
        guard !database.sums.isEmpty else { return }
        let changed = database.sums
        database.sums = LedgerDelta()
        for (key, change) in changed.totals.sorted(by: { $0.key < $1.key }) { try write(change, of: key) }
        for (key, change) in changed.caps.sorted(by: { $0.key < $1.key }) { try write(change, of: key) }
    }

    /// Changes what counts against a cap; the database refuses what passes it.
    private func write(_ change: CapChange, of key: CapKey) throws(StoreError) {
        try connection.run(
            """
            UPDATE cap_usage SET units = units + ?4, micro_usd = micro_usd + ?5, cap_units = iif(?6, ?7, cap_units),
                cap_micro_usd = iif(?6, ?8, cap_micro_usd)
            WHERE scope = ?1 AND subject = ?2 AND period = ?3
            """,
            .text(key.scope.rawValue), .integer(key.subject), .text(key.period), Value(change.sum.units),
            .integer(change.sum.microDollars), Value(change.cap != nil), Value(change.cap?.units),
            Value(change.cap?.microDollars))
        guard connection.changes == 0, let cap = change.cap else { return }
        try connection.run(
            """
            INSERT INTO cap_usage (scope, subject, period, units, micro_usd, cap_units, cap_micro_usd)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .text(key.scope.rawValue), .integer(key.subject), .text(key.period), Value(change.sum.units),
            .integer(change.sum.microDollars), Value(cap.units), Value(cap.microDollars))
    }

    private func write(_ change: LedgerDelta.Change, of key: LedgerDelta.Key) throws(StoreError) {
        try connection.run(
            """
            UPDATE ledger_total SET reserved = reserved + ?5, uncertain = uncertain + ?6, settled = settled + ?7,
                settled_paid = settled_paid + ?8, micro_usd = micro_usd + ?9
            WHERE run_id = ?1 AND account_id = ?2 AND month = ?3 AND feature = ?4
            """,
            .integer(key.run), .integer(key.account), .text(key.month), .text(key.feature), Value(change.reserved),
            Value(change.uncertain), Value(change.settled), Value(change.settledPaid), .integer(change.microDollars))
        guard connection.changes == 0, change.isReserving else { return }
        try connection.run(
            """
            INSERT INTO ledger_total (run_id, account_id, month, feature, reserved, micro_usd) VALUES (?, ?, ?, ?, ?, ?)
            """,
            .integer(key.run), .integer(key.account), .text(key.month), .text(key.feature), Value(change.reserved),
            .integer(change.microDollars))
    }
}

extension Ledger {
    /// A reservation for a run's claims of this moment, on an account that is kept where it is new.
    func openReservation(_ billing: Billing, run: RunID) throws(StoreError) -> Reservation {
        try database.reports.reservation(billing, account: try accountID(of: billing.account), run: run)
    }

    /// Writes a unit down for each recipe of each of some attempts.
    func reserve(_ asked: [RecipeID], of part: IDRange, on reservation: Reservation) throws(StoreError) {
        for cost in try database.reports.costs(of: asked) {
            try connection.run(
                """
                INSERT OR ROLLBACK INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at)
                SELECT attempt_id, ?, ?, ?, ?, 'reserved', ? FROM attempt WHERE attempt_id BETWEEN ? AND ? ORDER BY
                    attempt_id
                """,
                .integer(cost.recipe.value), .integer(reservation.account), .text(reservation.day.dayKey),
                .integer(cost.microDollars), .integer(now), .integer(part.attempt), .integer(part.lastAttempt))
        }
    }
}
