internal import SQLite
package import Vocabulary

extension Store {
    /// Notes why the work on a run stops now; call it within a transaction.
    ///
    /// Nothing is noted while another worker has images of the run: for that one the work continues.
    ///
    /// - Parameter reason: one clause that holds no secret: `the cap for this run is reached`.
    package func noteStop(of run: RunID, reason: String) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "UPDATE run SET stopped_at = ?, stop_reason = ? WHERE run_id = ? AND running = 0",
                .integer(now), .text(reason), .integer(run.value))
        }
    }

    /// Forgets the last stop of a run, on which work begins again; call it within a transaction.
    package func clearStop(of run: RunID) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "UPDATE run SET stopped_at = NULL, stop_reason = NULL WHERE run_id = ? AND stop_reason IS NOT NULL",
                .integer(run.value))
        }
    }

    /// Why and when the work on a run last stopped; nil where it did not, or has begun again since.
    package func lastStop(of run: RunID) throws(StoreError) -> RunStop? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT stopped_at, stop_reason FROM run WHERE run_id = ? AND stop_reason IS NOT NULL",
                .integer(run.value)
            ) { RunStop(at: Timestamp(milliseconds: $0.integer(0)), reason: $0.text(1)) }
        }
    }

    /// The workers that have not left and that have images of a run.
    package func workers(on run: RunID) throws(StoreError) -> [WorkerRecord] {
        let holders = try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT w.worker_id FROM worker AS w WHERE w.ended_at IS NULL AND EXISTS (
                    SELECT 1 FROM attempt AS a JOIN task AS t ON t.task_id = a.task_id AND t.attempt_id = a.attempt_id
                    WHERE a.worker_id = w.worker_id AND a.outcome = 'running' AND t.run_id = ? AND t.state = 'running')
                """, .integer(run.value)
            ) { WorkerID($0.integer(0)) }
        }
        return try livingWorkers().filter { holders.contains($0.id) }
    }
}
