internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension TaskQueue {
    /// Records how attempts ended: answers, the tasks' states and the attempts.
    ///
    /// A claim that is no longer the task's changes nothing: its worker was given up and the task belongs to another.
    ///
    /// - Returns: how many of them counted.
    func record(_ finished: [AttemptResult], in run: RunID) throws(StoreError) -> Int {
        var counted = 0
        // The images of a request come in the order in which they were made ready.
        let inOrder = sorted(finished)
        for part in runsOfNeighbours(of: inOrder) {
            if try recordBatch(part, in: run) {
                counted += part.count
            } else {
                for one in part where try recordOne(one, in: run) { counted += 1 }
            }
        }
        return counted
    }

    /// Ends in the order of their attempts, of which nothing is too large to be kept.
    private func sorted(_ finished: [AttemptResult]) -> [AttemptResult] {
        // As a rule they are in order and fit, and stay where they are: a copy of each costs more than the look.
        let all = finished.span
        var (isSorted, fits) = (true, true)
        for index in all.indices {
            if index > 0, all[index].claim.attempt < all[index - 1].claim.attempt { isSorted = false }
            for answer in all[index].answers where answer.isTooLarge { fits = false }
        }
        let inOrder = isSorted ? finished : finished.sorted { $0.claim.attempt < $1.claim.attempt }
        return fits ? inOrder : inOrder.map(\.bounded)
    }

    /// Cuts ends in order where two neighbours cannot be written down together.
    private func runsOfNeighbours(of ends: [AttemptResult]) -> [ArraySlice<AttemptResult>] {
        let all = ends.span
        var parts: [ArraySlice<AttemptResult>] = []
        var start = 0
        for next in all.indices where next > 0 && !canBatch(all[next - 1], all[next]) {
            parts.append(ends[start..<next])
            start = next
        }
        if start < ends.count { parts.append(ends[start...]) }
        return parts
    }

    /// Records how one attempt ended; false when the fence holds its claim off.
    private func recordOne(_ one: AttemptResult, in run: RunID) throws(StoreError) -> Bool {
        if case .crashed(let reason) = one.outcome { return try transaction.workers.lose(one.claim, for: reason) }
        guard try end(one) else { return false }
        try settle(one)
        for answer in one.answers {
            try transaction.answers.insert(
                answer, to: one.claim.image.value, in: run.value, of: one.claim.attempt.value, at: now)
        }
        if let raw = one.raw { try transaction.answers.insert(raw, of: one.claim.attempt) }
        if let original = one.original { try transaction.catalog.upsert(original, of: one.claim.image) }
        return true
    }

    /// Moves task and attempt; false when the fence holds this claim off.
    ///
    /// What would be queued again in a cancelled or superseded run, or has left the job's selection, is cancelled.
    private func end(_ one: AttemptResult) throws(StoreError) -> Bool {
        let (state, outcome, failure, wait): (TaskState, String, Failure?, TimeSpan?) =
            switch one.outcome {
            case .answered: (.done, "answered", nil, nil)
            case .failed(let failure): (.failed, "failed", failure, nil)
            case .retry(let failure, let wait): (.queued, "retry", failure, wait)
            case .interrupted(let failure, let wait): (.queued, "interrupted", failure, wait)
            case .crashed: (.queued, "died", nil, nil)
            }
        if wait != nil { try transaction.clock.recordLatest() }
        let ended = try connection.first(
            """
            UPDATE OR ROLLBACK task SET attempt_id = NULL,
                state = iif(?3 = 'queued' AND \(isNotAskedFor), 'cancelled', ?3),
                finished_at = iif(?3 = 'queued' AND NOT \(isNotAskedFor), NULL, ?4),
                attempt_count = attempt_count + ?5, not_before = ?6,
                stage = ?7, kind = ?8, code = ?9, message = ?10, details = ?11, send_content = max(send_content, ?12)
            FROM run AS r
            WHERE task_id = ?1 AND attempt_id = ?2 AND state = 'running' AND r.run_id = task.run_id
            RETURNING task.run_id, state
            """,
            .integer(one.claim.task.value), .integer(one.claim.attempt.value), .text(state.rawValue),
            .integer(now), .integer(outcome == "interrupted" ? 0 : 1),
            .integer(wait.map { now + $0.milliseconds } ?? 0),
            state == .failed ? Value(failure?.stage.rawValue) : .null,
            state == .failed ? Value(failure?.kind.rawValue) : .null,
            state == .failed ? Value(failure?.code) : .null, state == .failed ? Value(failure?.message) : .null,
            state == .failed ? Value(failure?.details) : .null, Value(one.sendsContent)
        ) { (run: $0.integer(0), state: TaskState(rawValue: $0.text(1)) ?? state) }
        guard let ended else { return false }
        transaction.count(1, of: ended.run, from: .running, to: ended.state)
        try connection.run(
            """
            UPDATE attempt SET outcome = ?2, ended_at = ?3, code = ?4, message = ?5, latency_ms = ?6, http_status = ?7,
                request_bytes = ?8, details = ?9, images_in_request = ?10
            WHERE attempt_id = ?1
            """,
            .integer(one.claim.attempt.value), .text(outcome), .integer(now),
            Value(failure?.code ?? failure?.kind.rawValue), Value(failure?.message),
            Value(one.metrics?.latency.milliseconds ?? took(one)), Value(one.metrics?.httpStatus),
            Value(one.metrics?.requestBytes), Value(failure?.details), Value(one.metrics?.images))
        return true
    }

    /// Closes an attempt's units: what was answered is billed, the others as the exchange reports.
    private func settle(_ one: AttemptResult) throws(StoreError) {
        let units = try transaction.ledger.openUnits(of: one.claim.attempt.value)
        guard !units.isEmpty else { return }
        var answered: Set<Int64> = []
        for answer in one.answers { answered.insert(try database.recipes.registered(answer.recipe)) }
        try transaction.ledger.move(units) { unit in
            unit.state.afterAttempt(isAnswered: answered.contains(unit.recipe), charge: one.charge)
        }
    }

    /// Milliseconds that the work on an attempt took here; nil where it was not begun.
    private func took(_ one: AttemptResult) -> Int64? {
        if case .interrupted = one.outcome { return nil }
        return one.workTime.map { max(0, $0.milliseconds) }
    }
}

/// Whether nothing more is asked for a task of the run `r`: the run was cancelled or superseded, or the image has left
/// the job's selection.
let isNotAskedFor = """
    (r.cancelled_at IS NOT NULL OR r.superseded_by IS NOT NULL OR NOT EXISTS (SELECT 1 FROM job_image AS i
        WHERE i.job_id = r.job_id AND i.image_id = task.image_id AND i.until_submission IS NULL))
    """
