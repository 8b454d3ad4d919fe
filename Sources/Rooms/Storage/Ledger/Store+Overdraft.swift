internal import SQLite
package import Vocabulary

/// Caps that were lowered below what was already reserved under them.
extension Store {
    /// Whether more units count against one of a run's caps than it allows.
    ///
    /// What was reserved and not sent has to go back then: see `Departure.Verdict.withdrawn`.
    package func isOverdrawn(_ run: RunID, on billing: Billing) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in try overdrawnBill(billing, run: run) != nil }
    }

    /// Whether every cap, as it is now, holds the units of some attempts beside all that was sent or settled.
    ///
    /// What others have only reserved does not count: each of their requests asks the same before it is sent.
    func hasRoom(for attempts: [AttemptID], on billing: Billing) throws(SQLiteError) -> Bool {
        guard let first = attempts.first,
            let run = try connection.first(
                "SELECT run_id FROM attempt WHERE attempt_id = ?",
                .integer(first.value), read: { RunID($0.integer(0)) }),
            let bill = try overdrawnBill(billing, run: run)
        else { return true }
        var own = Units()
        for attempt in attempts { own += try reserved(of: attempt) }
        // Of a further request for images that were sent already all units are counted.
        guard own.count > 0 else { return true }
        for line in bill.lines where line.isOverdrawn {
            let waiting = try reserved(line.condition, .integer(line.subject), .text(line.period))
            if let cap = line.cap.units, line.units - waiting.count + own.count > cap { return false }
            if let cap = line.cap.microDollars, line.microDollars - waiting.microDollars + own.microDollars > cap {
                return false
            }
        }
        return true
    }

    /// What counts against a run's caps, where that is more than one of them allows.
    private func overdrawnBill(_ billing: Billing, run: RunID) throws(SQLiteError) -> Bill? {
        let budget = billing.budget
        if budget.run == nil, budget.day == nil, budget.month == nil {
            // The usual case costs one look at a table that is nearly always empty.
            let hasQuota = try connection.first(
                "SELECT 1 FROM quota WHERE account_id = (SELECT account_id FROM account WHERE name = ?)",
                .text(billing.account), read: { _ in true })
            if hasQuota == nil { return nil }
        }
        let bill = try openBill(billing, run: run)
        return bill.lines.contains(where: \.isOverdrawn) ? bill : nil
    }

    /// Units that are reserved and not sent.
    private struct Units {
        var count = 0
        var microDollars: Int64 = 0

        static func += (left: inout Units, right: Units) {
            left.count += right.count
            left.microDollars += right.microDollars
        }
    }

    private func reserved(of attempt: AttemptID) throws(SQLiteError) -> Units {
        try connection.first(
            "SELECT count(*), ifnull(sum(micro_usd), 0) FROM ledger WHERE attempt_id = ? AND state = 'reserved'",
            .integer(attempt.value), read: readUnits) ?? Units()
    }

    private func reserved(_ condition: String, _ values: Value...) throws(SQLiteError) -> Units {
        try connection.first(
            """
            SELECT count(*), ifnull(sum(l.micro_usd), 0) FROM \(runningTasks)
                CROSS JOIN ledger AS l ON l.attempt_id = a.attempt_id CROSS JOIN run AS r ON r.run_id = a.run_id
            WHERE t.state = 'running' AND l.state = 'reserved' AND \(condition)
            """, values, read: readUnits) ?? Units()
    }

    private func readUnits(_ row: Statement) -> Units {
        Units(count: Int(row.count(0)), microDollars: row.count(1))
    }
}

extension Bill.Line {
    fileprivate var isOverdrawn: Bool {
        cap.units.map { units > $0 } ?? false || cap.microDollars.map { microDollars > $0 } ?? false
    }

    /// Which units count against it, by its subject (?1) and its period (?2).
    fileprivate var condition: String {
        switch scope {
        case .run: "a.run_id = ?1 AND ?2 = ''"
        case .jobDay: "r.job_id = ?1 AND l.day = ?2"
        case .jobMonth: "r.job_id = ?1 AND substr(l.day, 1, 7) = ?2"
        case .accountDay: "l.account_id = ?1 AND l.day = ?2"
        case .accountMonth: "l.account_id = ?1 AND substr(l.day, 1, 7) = ?2"
        }
    }
}
