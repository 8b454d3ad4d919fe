internal import SQLite
package import Vocabulary

/// What people order about a run that is there; call each within a transaction.
extension Store {
    /// Puts failed tasks of a run back in the queue, as if never tried; those that may have killed a worker run alone.
    ///
    /// Files that could not even be read have no image yet; submitting again looks at them.
    ///
    /// - Parameters:
    ///   - kind: only failures of this kind.
    ///   - code: only failures with this code: `DEADLINE_EXCEEDED`.
    package func retry(_ run: RunID, kind: Failure.Kind?, code: String?) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task SET state = 'waiting', finished_at = NULL, tries = 0, deaths = 0, not_before = 0,
                    stage = NULL, kind = NULL, code = NULL, message = NULL, details = NULL
                WHERE run_id = ?1 AND state = 'failed' AND image_id IS NOT NULL AND (?2 IS NULL OR kind = ?2)
                    AND (?3 IS NULL OR code = ?3)
                """, .integer(run.value), Value(kind?.rawValue), Value(code))
            let count = connection.changes
            if count > 0 {
                try connection.run("UPDATE run SET cancelled_at = NULL WHERE run_id = ?", .integer(run.value))
            }
            return count
        }
    }

    /// Cancels what waits in a run; workers cancel what they have claimed and not sent.
    package func cancel(_ run: RunID) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task INDEXED BY task_waiting SET state = 'cancelled', finished_at = ?
                WHERE run_id = ? AND state = 'waiting'
                """,
                .integer(now), .integer(run.value))
            let count = connection.changes
            try connection.run(
                "UPDATE run SET cancelled_at = ?, paused_at = NULL WHERE run_id = ? AND cancelled_at IS NULL AND (finished_at IS NULL OR ? > 0)",
                .integer(now), .integer(run.value), Value(count))
            return count
        }
    }

    /// What people have ordered that keeps a run from going on: a pause, or its cancellation.
    package func order(about run: RunID) throws(StoreError) -> Obstacle? {
        try guarded { () throws(SQLiteError) in try standstill(of: run) }
    }

    func standstill(of run: RunID) throws(SQLiteError) -> Obstacle? {
        let order = try connection.first(
            "SELECT cancelled_at IS NOT NULL, paused_at IS NOT NULL FROM run WHERE run_id = ?", .integer(run.value)
        ) { (isCancelled: $0.integer(0) != 0, isPaused: $0.integer(1) != 0) }
        guard let order else { return nil }
        return order.isCancelled ? .cancelled : order.isPaused ? .paused : nil
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
