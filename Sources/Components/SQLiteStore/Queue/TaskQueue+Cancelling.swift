internal import SQLite
internal import Storage
internal import Domain

/// What a submission that is complete takes out of the queue.
extension TaskQueue {
    /// Cancels what is queued of an image that departs.
    func cancelQueued(_ image: ImageID, of submission: OpenSubmission) throws(StoreError) {
        let runs = try connection.all(
            """
            UPDATE task SET state = 'cancelled', finished_at = ?3
            WHERE image_id = ?1 AND state = 'queued' AND run_id IN (SELECT run_id FROM run WHERE job_id = ?2)
            RETURNING run_id
            """, .integer(image.value), .integer(submission.job.value), .integer(now)
        ) { $0.integer(0) }
        for run in runs { transaction.count(1, of: run, from: .queued, to: .cancelled) }
    }

    /// Cancels what superseded runs of a submission's job have queued.
    func cancelQueued(of submission: OpenSubmission) throws(StoreError) {
        let runs = try connection.all(
            "SELECT run_id FROM run WHERE job_id = ? AND superseded_by IS NOT NULL AND finished_at IS NULL",
            .integer(submission.job.value)
        ) { $0.integer(0) }
        for run in runs {
            try connection.run(
                """
                UPDATE task INDEXED BY task_queued SET state = 'cancelled', finished_at = ?
                WHERE run_id = ? AND state = 'queued'
                """, .integer(now), .integer(run))
            transaction.count(connection.changes, of: run, from: .queued, to: .cancelled)
        }
    }
}
