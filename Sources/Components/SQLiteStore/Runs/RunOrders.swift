internal import SQLite
internal import Storage
internal import Domain

/// What people order about a run that is there.
struct RunOrders: Writer {
    let transaction: Transaction

    /// Cancels what is queued in a run; workers cancel what they have claimed and not sent.
    func cancel(_ run: RunID) throws(StoreError) -> Int {
        try connection.run(
            """
            UPDATE task INDEXED BY task_queued SET state = 'cancelled', finished_at = ?
            WHERE run_id = ? AND state = 'queued'
            """,
            .integer(now), .integer(run.value))
        let count = connection.changes
        transaction.count(count, of: run.value, from: .queued, to: .cancelled)
        try connection.run(
            """
            UPDATE run SET cancelled_at = ?, paused_at = NULL, \(forgetsPause)
            WHERE run_id = ? AND cancelled_at IS NULL AND (finished_at IS NULL OR ? > 0)
            """,
            .integer(now), .integer(run.value), Value(count))
        return count
    }

    /// Ends queued tasks of a run that lack no answer any more.
    func finishAnswered(in run: RunID) throws(StoreError) -> Int {
        try connection.run(
            """
            UPDATE task SET state = 'done', finished_at = ?1 WHERE state = 'queued' AND task_id IN (
                SELECT t.task_id FROM task AS t INDEXED BY task_queued JOIN run AS u USING (run_id)
                WHERE t.run_id = ?2 AND t.state = 'queued' AND t.isolated IN (0, 1) AND NOT EXISTS (
                    SELECT 1 FROM recipe_set_member AS m WHERE m.recipe_set_id = u.recipe_set_id AND \(lacksAnswer))
                LIMIT 4096)
            """, .integer(now), .integer(run.value))
        let count = connection.changes
        transaction.count(count, of: run.value, from: .queued, to: .done)
        return count
    }

    /// Pauses a run: nothing more of it is claimed; false when it was paused already, or has nothing left to do.
    func pause(_ run: RunID) throws(StoreError) -> Bool {
        try connection.run(
            "UPDATE run SET paused_at = ? WHERE run_id = ? AND paused_at IS NULL AND finished_at IS NULL",
            .integer(now), .integer(run.value))
        return connection.changes > 0
    }

    /// Resumes a paused run; false when it was not paused.
    func resume(_ run: RunID) throws(StoreError) -> Bool {
        try connection.run(
            "UPDATE run SET paused_at = NULL, \(forgetsPause) WHERE run_id = ? AND paused_at IS NOT NULL",
            .integer(run.value))
        return connection.changes > 0
    }

    /// Gives a run its priority among the others.
    ///
    /// - Parameter priority: -100...100, higher ones first.
    func prioritize(_ run: RunID, at priority: Int) throws(StoreError) {
        try connection.run("UPDATE run SET priority = ? WHERE run_id = ?", Value(priority), .integer(run.value))
    }

    /// Notes why the work on a run stops now.
    ///
    /// Nothing is noted while another worker has images of the run: for that one the work continues.
    ///
    /// - Parameter reason: one clause that holds no secret: `the cap for this run is reached`.
    func noteStop(of run: RunID, reason: String) throws(StoreError) {
        try connection.run(
            "UPDATE run SET stopped_at = ?, stop_reason = ? WHERE run_id = ? AND running = 0",
            .integer(now), .text(reason), .integer(run.value))
    }

    /// Forgets the last stop of a run, on which work begins again.
    func clearStop(of run: RunID) throws(StoreError) {
        try connection.run(
            "UPDATE run SET stopped_at = NULL, stop_reason = NULL WHERE run_id = ? AND stop_reason IS NOT NULL",
            .integer(run.value))
    }
}

/// Forgets a stop that came of a pause which ends now; an earlier one stays.
private let forgetsPause = """
    stopped_at = CASE WHEN stopped_at >= paused_at THEN NULL ELSE stopped_at END,
    stop_reason = CASE WHEN stopped_at >= paused_at THEN NULL ELSE stop_reason END
    """
