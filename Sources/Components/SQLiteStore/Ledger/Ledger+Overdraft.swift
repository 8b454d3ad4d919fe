internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

/// Caps that were lowered below what was already reserved under them.
extension Ledger {
    /// Whether more units count against one of a run's caps than it allows.
    ///
    /// What was reserved and not sent has to go back then: see `SendDecision.withdrawn`.
    func isOverdrawn(_ run: RunID, on billing: Billing) throws(StoreError) -> Bool {
        try overdrawnReservation(billing, run: run) != nil
    }

    /// Whether every cap, as it is now, holds the units of some attempts beside all that was sent or settled.
    ///
    /// What others have only reserved does not count: each of their requests asks the same before it is sent.
    func hasRoom(for attempts: [AttemptID], on billing: Billing) throws(StoreError) -> Bool {
        guard let first = attempts.first,
            let run = try connection.first(
                "SELECT run_id FROM attempt WHERE attempt_id = ?",
                .integer(first.value), read: { RunID($0.integer(0)) }),
            let reservation = try overdrawnReservation(billing, run: run)
        else { return true }
        var own = UnitSum()
        for attempt in attempts { own += try reserved(of: attempt) }
        // Of a further request for images that were sent already all units are counted.
        guard own.units > 0 else { return true }
        for line in reservation.lines where line.isOverdrawn {
            let waiting = try reserved(line.condition, .integer(line.subject), .text(line.usage.period))
            if !line.holds(own, whenReserved: waiting) { return false }
        }
        return true
    }

    /// What counts against a run's caps, where that is more than one of them allows.
    private func overdrawnReservation(_ billing: Billing, run: RunID) throws(StoreError) -> Reservation? {
        let budget = billing.budget
        if budget.run == nil, budget.day == nil, budget.month == nil {
            // The usual case costs one look at a table that is nearly always empty.
            let hasQuota = try connection.first(
                "SELECT 1 FROM quota WHERE account_id = (SELECT account_id FROM account WHERE name = ?)",
                .text(billing.account), read: { _ in true })
            if hasQuota == nil { return nil }
        }
        let reservation = try openReservation(billing, run: run)
        return reservation.isOverdrawn ? reservation : nil
    }

    /// Units that are reserved and not sent.
    private func reserved(of attempt: AttemptID) throws(StoreError) -> UnitSum {
        try connection.first(
            "SELECT count(*), ifnull(sum(micro_usd), 0) FROM ledger WHERE attempt_id = ? AND state = 'reserved'",
            .integer(attempt.value), read: readUnits) ?? UnitSum()
    }

    private func reserved(_ condition: String, _ values: Value...) throws(StoreError) -> UnitSum {
        try connection.first(
            """
            SELECT count(*), ifnull(sum(l.micro_usd), 0) FROM \(runningTasks)
                CROSS JOIN ledger AS l ON l.attempt_id = a.attempt_id CROSS JOIN run AS r ON r.run_id = a.run_id
            WHERE t.state = 'running' AND l.state = 'reserved' AND \(condition)
            """, values, read: readUnits) ?? UnitSum()
    }

    private func readUnits(_ row: Row) -> UnitSum {
        UnitSum(units: Int(row.count(0)), microDollars: row.count(1))
    }
}

extension Reservation.CapRow {
    /// Which units count against it, by its subject (?1) and its period (?2).
    fileprivate var condition: String {
        switch usage.scope {
        case .run: "a.run_id = ?1 AND ?2 = ''"
        case .jobDay: "r.job_id = ?1 AND l.day = ?2"
        case .jobMonth: "r.job_id = ?1 AND \(month(of: "l.day")) = ?2"
        case .accountDay: "l.account_id = ?1 AND l.day = ?2"
        case .accountMonth: "l.account_id = ?1 AND \(month(of: "l.day")) = ?2"
        }
    }
}
