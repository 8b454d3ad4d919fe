internal import SQLite
internal import Storage
internal import Domain

extension RunReader {
    /// How many failed tasks of a run `RunOrders.retry` would queue.
    func retryable(_ run: RunID, kind: Failure.Kind?, code: String?) throws(StoreError) -> Int {
        guard try asksAsItsJob(run) else { return 0 }
        return try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT count(*) FROM task WHERE \(isRetryable)", .integer(run.value), Value(kind?.rawValue),
                Value(code)
            ) { Int($0.count(0)) } ?? 0
        }
    }
}

/// Whether a task of the run ?1 failed by the kind ?2 and the code ?3, where these are given, and its image is still
/// asked for.
let isRetryable = """
    run_id = ?1 AND state = 'failed' AND (?2 IS NULL OR kind = ?2)
        AND (?3 IS NULL OR code = ?3)
        AND EXISTS (SELECT 1 FROM run AS u JOIN job_image AS i ON i.job_id = u.job_id
                AND i.image_id = task.image_id AND i.until_submission IS NULL
            WHERE u.run_id = ?1)
    """
