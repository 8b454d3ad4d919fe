package import Crypto
internal import SQLite
package import Vocabulary

/// What people order about a run that is there; call each within a transaction.
extension Store {
    /// Puts failed tasks of a run back in the queue, as if never tried; those that may have killed a worker run alone.
    ///
    /// Of a run that asks other recipes than its job does by now nothing is queued again, nor an image that has left the job's
    /// selection: the answers would be paid for and not shown. Files that could not even be read have no image yet; submitting again looks at them.
    ///
    /// - Parameters:
    ///   - kind: only failures of this kind.
    ///   - code: only failures with this code: `DEADLINE_EXCEEDED`.
    package func retry(_ run: RunID, kind: Failure.Kind?, code: String?) throws(StoreError) -> Int {
        guard try asksAsItsJob(run) else { return 0 }
        return try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task SET state = 'queued', finished_at = NULL, attempt_count = 0, crash_count = 0, not_before = 0,
                    send_content = 0, stage = NULL, kind = NULL, code = NULL, message = NULL, details = NULL
                WHERE run_id = ?1 AND state = 'failed' AND (?2 IS NULL OR kind = ?2)
                    AND (?3 IS NULL OR code = ?3)
                    AND EXISTS (SELECT 1 FROM run AS u JOIN job_image AS i ON i.job_id = u.job_id
                            AND i.image_id = task.image_id AND i.until_submission IS NULL
                        WHERE u.run_id = ?1)
                """, .integer(run.value), Value(kind?.rawValue), Value(code))
            let count = connection.changes
            counters.move(count, of: run.value, from: .failed, to: .waiting)
            if count > 0 {
                try connection.run("UPDATE run SET cancelled_at = NULL WHERE run_id = ?", .integer(run.value))
            }
            return count
        }
    }

    /// Whether a run asks the recipes that the newest submission of its job does.
    package func asksAsItsJob(_ run: RunID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT r.superseded_by IS NULL AND r.recipe_set_id = s.recipe_set_id FROM run AS r JOIN submission AS s
                    ON s.submission_id = (SELECT max(n.submission_id) FROM submission AS n WHERE n.job_id = r.job_id)
                WHERE r.run_id = ?
                """, .integer(run.value)
            ) { $0.integer(0) != 0 } ?? false
        }
    }

    /// Cancels what waits in a run; workers cancel what they have claimed and not sent.
    package func cancel(_ run: RunID) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task INDEXED BY task_queued SET state = 'cancelled', finished_at = ?
                WHERE run_id = ? AND state = 'queued'
                """,
                .integer(now), .integer(run.value))
            let count = connection.changes
            counters.move(count, of: run.value, from: .waiting, to: .cancelled)
            try connection.run(
                """
                UPDATE run SET cancelled_at = ?, paused_at = NULL
                WHERE run_id = ? AND cancelled_at IS NULL AND (finished_at IS NULL OR ? > 0)
                """,
                .integer(now), .integer(run.value), Value(count))
            return count
        }
    }

    /// What people have ordered that keeps a run from continuing: a pause, its cancellation, or a newer manifest of its job.
    ///
    /// - Parameter digest: that of the manifest by which the run is worked on.
    package func order(about run: RunID, workingBy digest: Digest) throws(StoreError) -> Obstacle? {
        try guarded { () throws(SQLiteError) in
            if let obstacle = try standstill(of: run) { return obstacle }
            let newest = try connection.first(
                "SELECT j.manifest_digest FROM run AS r JOIN job AS j USING (job_id) WHERE r.run_id = ?",
                .integer(run.value)
            ) { $0.blob(0) }
            return newest == digest.bytes ? nil : .manifestChanged
        }
    }

    func standstill(of run: RunID) throws(SQLiteError) -> Obstacle? {
        let order = try connection.first(
            "SELECT cancelled_at IS NOT NULL, paused_at IS NOT NULL, superseded_by IS NOT NULL FROM run WHERE run_id = ?",
            .integer(run.value)
        ) { (isCancelled: $0.integer(0) != 0, isPaused: $0.integer(1) != 0, isSuperseded: $0.integer(2) != 0) }
        guard let order else { return nil }
        return order.isSuperseded ? .superseded : order.isCancelled ? .cancelled : order.isPaused ? .paused : nil
    }

    /// Pauses a run: nothing more of it is claimed; false when it was paused already, or has nothing left to do.
    package func pause(_ run: RunID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "UPDATE run SET paused_at = ? WHERE run_id = ? AND paused_at IS NULL AND finished_at IS NULL",
                .integer(now), .integer(run.value))
            return connection.changes > 0
        }
    }

    /// Lets a paused run go on; false when it was not paused.
    package func resume(_ run: RunID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "UPDATE run SET paused_at = NULL WHERE run_id = ? AND paused_at IS NOT NULL", .integer(run.value))
            return connection.changes > 0
        }
    }

    /// Gives a run its priority among the others.
    ///
    /// - Parameter priority: -100...100, higher ones first.
    package func prioritize(_ run: RunID, at priority: Int) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run("UPDATE run SET priority = ? WHERE run_id = ?", Value(priority), .integer(run.value))
        }
    }
}
