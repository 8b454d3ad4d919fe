internal import SQLite
internal import Storage
internal import Domain

extension Ledger {
    /// Marks a request as sent, or says when to ask again; it is sent once the transaction is committed.
    ///
    /// A unit is sent under the day it was reserved on: what was prepared before the vendor's midnight is not
    /// sent after it, so that each day's and month's cap holds what the vendor counts in it.
    ///
    /// - Parameter mayBeOverdrawn: false where this transaction has seen that no cap is overdrawn: the caps need no
    ///   second look.
    func requestSend(
        _ request: SendRequest, on billing: Billing, mayBeOverdrawn: Bool = true
    ) throws(StoreError) -> SendDecision {
        let account = try accountID(of: billing.account)
        let (opensAt, nextStart) =
            try connection.first(
                "SELECT opens_at, next_start FROM account WHERE account_id = ?", .integer(account),
                read: { ($0.integer(0), $0.integer(1)) }) ?? (0, 0)
        if max(opensAt, nextStart / 1000) > now + maxWait {
            throw connection.damage("row \(account) of account holds back its requests for longer than anything does")
        }
        // Starts that passed while the account was held would all be taken at the moment it opens; and one behind
        // all that were given is of a clock that was set back since.
        let kept = request.slot.flatMap { slot in
            slot.start.milliseconds < opensAt || slot.start.milliseconds > (nextStart + 999) / 1000 ? nil : slot
        }
        if opensAt > now { return .wait(TimeSpan(milliseconds: opensAt - now), slot: kept) }
        if mayBeOverdrawn, try !hasRoom(for: request.attempts, on: billing) { return .withdrawn }
        if let spacing = billing.spacing(images: request.images) {
            let slot = if let kept { kept } else { try reserveSlot(of: account, spacing: spacing) }
            let wait = slot.start.milliseconds - now
            if wait > 0 { return .wait(TimeSpan(milliseconds: wait), slot: slot) }
        }
        let today = VendorDay(of: Timestamp(milliseconds: now)).dayKey
        var sent: [AttemptID] = []
        for part in runsOfNeighbours(of: request.attempts.sorted(), where: { $0.value + 1 == $1.value }) {
            sent += try markSent(part, today: today)
        }
        return .send(sent)
    }

    /// Holds back every request of an account, whichever process sends it.
    func hold(_ account: String, for span: TimeSpan) throws(StoreError) {
        try transaction.clock.recordLatest()
        try connection.run(
            "UPDATE account SET opens_at = max(opens_at, ?) WHERE account_id = ?",
            .integer(now + span.milliseconds),
            .integer(try accountID(of: account)))
    }

    /// Writes the units of attempts numbered one after the other down as sent.
    ///
    /// - Returns: those that are still their tasks', with no unit of another day.
    private func markSent(_ attempts: ArraySlice<AttemptID>, today: String) throws(StoreError) -> [AttemptID] {
        guard let first = attempts.first, let last = attempts.last else { return [] }
        let sent = try connection.all(
            """
            SELECT a.attempt_id FROM attempt AS a JOIN task AS t USING (task_id)
            WHERE a.attempt_id BETWEEN ? AND ? AND t.attempt_id = a.attempt_id AND NOT EXISTS (
                SELECT 1 FROM ledger AS l WHERE l.attempt_id = a.attempt_id AND (l.state = 'reserved' OR l.state =
                    'sent')
                AND l.day <> ?)
            ORDER BY a.attempt_id
            """, .integer(first.value), .integer(last.value), .text(today)
        ) { AttemptID($0.integer(0)) }
        for part in runsOfNeighbours(of: sent, where: { $0.value + 1 == $1.value }) {
            try connection.run(
                """
                UPDATE OR ROLLBACK ledger SET state = 'sent', changed_at = ?
                WHERE attempt_id BETWEEN ? AND ? AND state = 'reserved'
                """, .integer(now), .integer(part.first?.value ?? 0), .integer(part.last?.value ?? -1))
        }
        return sent
    }

    /// Takes the next place in the pace of an account's requests, over all processes.
    private func reserveSlot(of account: Int64, spacing: Int64) throws(StoreError) -> PaceSlot {
        try transaction.clock.recordLatest()
        let start =
            try connection.first(
                """
                UPDATE account SET next_start = max(next_start, ?1 * 1000) + ?2 WHERE account_id = ?3
                RETURNING next_start - ?2
                """, .integer(now), .integer(spacing), .integer(account)
            ) { $0.integer(0) } ?? 0
        return PaceSlot(start: Timestamp(milliseconds: (start + 999) / 1000))
    }
}

/// Milliseconds for which no service tells an account to wait, and that no queue of requests is long: a year.
private let maxWait: Int64 = 366 * 86_400_000
