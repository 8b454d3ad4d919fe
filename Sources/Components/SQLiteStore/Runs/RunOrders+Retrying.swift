internal import SQLite
internal import Storage
internal import Domain

extension RunOrders {
    /// Puts ended tasks back in the queue, as if never tried; those that may have killed a worker run alone.
    ///
    /// Files that could not even be read have no image yet; submitting again looks at them.
    func retry(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry] {
        let selection = try database.reports.selection(scope, filter)
        let groups = try database.reports.groups(of: selection)
        guard !groups.isEmpty else { return [] }
        if filter.supersedesAnswers {
            try connection.run(
                """
                INSERT INTO task_floor (task_id, recipe_id, generation)
                SELECT t.task_id, r.recipe_id, r.generation FROM \(selection.answered)
                ON CONFLICT (task_id, recipe_id) DO UPDATE SET generation = excluded.generation
                """)
        }
        let reason = filter.supersedesAnswers ? ", reason = '\(QueueReason.forced.word)', reason_from = NULL" : ""
        try connection.run(
            """
            UPDATE task NOT INDEXED SET state = 'queued', queued_at = ?2, finished_at = NULL, nights = 0,
                attempt_count = 0, crash_count = 0, not_before = 0, send_content = 0, stage = NULL, kind = NULL,
                code = NULL, message = NULL, details = NULL\(reason)
            WHERE task_id IN (\(selection.tasks))
            """, selection.code, .integer(now))
        for group in groups {
            transaction.count(group.part.images, of: group.run.value, from: group.state, to: .queued)
        }
        let retries = groups.retries
        try connection.run("UPDATE run SET cancelled_at = NULL WHERE run_id IN (\(list(retries.map(\.run.value))))")
        return retries
    }
}
