internal import Crypto
internal import SQLite
package import Vocabulary

extension Store {
    /// Records how attempts ended: results, the tasks' states and the attempts; call it within a transaction.
    ///
    /// A claim that is no longer the task's changes nothing: its worker was given up and the task belongs to another.
    ///
    /// - Returns: how many of them counted.
    package func record(_ finished: [Finished], in run: RunID) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            var counted = 0
            var sums = LedgerSums()
            // The images of a request come in the order in which they were made ready.
            let inOrder = finished.sorted { $0.claim.attempt < $1.claim.attempt }
            for part in stretches(of: inOrder, where: areNeighbours) {
                if try endTogether(part, in: run, &sums) {
                    counted += part.count
                } else {
                    for one in part where try endAlone(one, in: run) { counted += 1 }
                }
            }
            try apply(sums)
            return counted
        }
    }

    /// Records how one attempt ended; false when the fence holds its claim off.
    private func endAlone(_ one: Finished, in run: RunID) throws(SQLiteError) -> Bool {
        guard try end(one) else { return false }
        try settle(one)
        for answer in one.answers { try keep(answer, of: one.claim, in: run) }
        if let raw = one.raw { try keep(raw, of: one.claim) }
        if let original = one.original { try keep(original, of: one.claim.image) }
        return true
    }

    /// Moves task and attempt; false when the fence holds this claim off.
    ///
    /// What would wait again in a cancelled run is cancelled.
    private func end(_ one: Finished) throws(SQLiteError) -> Bool {
        let (state, outcome, failure, due): (TaskState, String, Failure?, Timestamp?) =
            switch one.ending {
            case .answered: (.done, "done", nil, nil)
            case .failed(let failure): (.failed, "failed", failure, nil)
            case .retry(let failure, let due): (.waiting, "retry", failure, due)
            case .interrupted(let failure, let due): (.waiting, "interrupted", failure, due)
            }
        if due != nil { try keepClock() }
        try connection.run(
            """
            UPDATE OR ROLLBACK task SET attempt_id = NULL,
                state = iif(?3 = 'waiting' AND r.cancelled_at IS NOT NULL, 'cancelled', ?3),
                finished_at = iif(?3 = 'waiting' AND r.cancelled_at IS NULL, NULL, ?4), tries = tries + ?5, not_before = ?6,
                stage = ?7, kind = ?8, code = ?9, message = ?10, details = ?11
            FROM run AS r
            WHERE task_id = ?1 AND attempt_id = ?2 AND state = 'running' AND r.run_id = task.run_id
            """,
            .integer(one.claim.task.value), .integer(one.claim.attempt.value), .text(state.rawValue),
            .integer(now), .integer(outcome == "interrupted" ? 0 : 1),
            .integer(due?.milliseconds ?? 0), state == .failed ? Value(failure?.stage.rawValue) : .null,
            state == .failed ? Value(failure?.kind.rawValue) : .null,
            state == .failed ? Value(failure?.code) : .null, state == .failed ? Value(failure?.message) : .null,
            state == .failed ? Value(failure?.details) : .null)
        guard connection.changes == 1 else { return false }
        try connection.run(
            """
            UPDATE attempt SET outcome = ?2, ended_at = ?3, code = ?4, message = ?5, latency_ms = ?6, http_status = ?7,
                request_bytes = ?8, details = ?9
            WHERE attempt_id = ?1
            """,
            .integer(one.claim.attempt.value), .text(outcome), .integer(now),
            Value(failure?.code ?? failure?.kind.rawValue), Value(failure?.message),
            Value(one.exchange?.latency.milliseconds ?? took(one)), Value(one.exchange?.httpStatus),
            Value(one.exchange?.requestBytes), Value(failure?.details))
        return true
    }

    /// Closes an attempt's units: what was answered is billed, for the rest the exchange tells.
    private func settle(_ one: Finished) throws(SQLiteError) {
        let units = try openUnits(of: one.claim.attempt.value)
        guard !units.isEmpty else { return }
        var answered: Set<Int64> = []
        for answer in one.answers { answered.insert(try registered(answer.recipe).number) }
        try move(units) { unit in
            // What was never let go was never sent, whatever its end says.
            if unit.state == LedgerState.reserved.rawValue { return .released }
            if answered.contains(unit.recipe) { return .settled }
            return switch one.charge {
            case .none: .released
            case .billed: .settled
            case .uncertain: .uncertain
            }
        }
    }

    /// Milliseconds that the work on an attempt took here; nil where it was not begun.
    private func took(_ one: Finished) -> Int64? {
        if case .interrupted = one.ending { return nil }
        return max(0, now - one.startedAt.milliseconds)
    }

    /// Keeps one answer as the next generation of its work key, and shows it.
    private func keep(_ answer: Answer, of claim: Claim, in run: RunID) throws(SQLiteError) {
        try hideCurrent(image: claim.image.value, lineage: try registered(answer.recipe).lineage)
        try keep(answer, to: claim.image.value, in: run.value, of: claim.attempt.value, at: now, isCurrent: true)
    }

    /// Keeps one answer as the next generation of its work key.
    func keep(
        _ answer: Answer, to image: Int64, in run: Int64, of attempt: Int64, at moment: Int64, isCurrent: Bool
    ) throws(SQLiteError) {
        let recipe = try registered(answer.recipe)
        try connection.run(
            """
            INSERT INTO result (image_id, recipe_id, lineage_id, generation, is_current, run_id, attempt_id, annotated_at)
            VALUES (?1, ?2, ?3,
                1 + ifnull((SELECT max(generation) FROM result WHERE image_id = ?1 AND recipe_id = ?2), 0),
                ?7, ?4, ?5, ?6)
            """,
            .integer(image), .integer(recipe.number), .integer(recipe.lineage), .integer(run), .integer(attempt),
            .integer(moment), .integer(isCurrent ? 1 : 0))
        try insert(AnnotationRow.rows(of: answer.annotations), into: connection.lastInsertedRow)
    }

    /// Keeps the raw response of an attempt.
    func keep(_ raw: PackedResponse, of claim: Claim) throws(SQLiteError) {
        guard !raw.bytes.isEmpty else { return }
        try connection.run(
            "INSERT INTO response (attempt_id, body, sent_width, sent_height) VALUES (?, ?, ?, ?)",
            .integer(claim.attempt.value), .blob(raw.bytes), Value(raw.sent?.width), Value(raw.sent?.height))
    }
}
