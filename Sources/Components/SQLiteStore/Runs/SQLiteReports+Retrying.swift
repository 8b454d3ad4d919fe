internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func retryable(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry] {
        try groups(of: try selection(scope, filter)).retries
    }

    /// The tasks that are queued again.
    func selection(_ scope: RetryScope, _ filter: RetryFilter) throws(StoreError) -> RetrySelection {
        switch scope {
        case .run(let run): return RetrySelection(filter, runs: try isCurrent(run) ? [run] : [], job: nil)
        case .job(let name):
            guard let job = try database.number(job: name) else { return RetrySelection(filter, runs: [], job: nil) }
            let runs = try connection.all(
                """
                SELECT r.run_id FROM run AS r WHERE r.job_id = ?1 AND r.superseded_by IS NULL AND r.recipe_set_id = (
                    SELECT s.recipe_set_id FROM submission AS s WHERE s.job_id = ?1
                    ORDER BY s.submission_id DESC LIMIT 1)
                ORDER BY r.run_id
                """, .integer(job)
            ) { RunID($0.integer(0)) }
            return RetrySelection(filter, runs: runs, job: job)
        }
    }

    /// The tasks of a selection by run, state and what is asked.
    func groups(of selection: RetrySelection) throws(StoreError) -> [RetryGroup] {
        try connection.all(
            """
            SELECT run_id, state, features, count(*) FROM (
                SELECT t.run_id, t.state, \(selection.features) AS features
                FROM task AS t NOT INDEXED WHERE t.task_id IN (\(selection.tasks)))
            GROUP BY 1, 2, 3 ORDER BY 1, 3, 2
            """, selection.code
        ) { row in
            if row.text(1) != TaskState.done.rawValue, row.text(1) != TaskState.failed.rawValue {
                row.refuse("a task of run \(row.integer(0)) has not ended")
            }
            return RetryGroup(
                run: RunID(row.integer(0)), state: TaskState(rawValue: row.text(1)) ?? .failed,
                part: RunQueue.Part(
                    row.text(2).split(separator: ",").compactMap { FeatureType(rawValue: String($0)) },
                    images: Int(row.count(3))))
        }
    }
}

/// Ended tasks of one run that are queued again and asked the same.
struct RetryGroup {
    let run: RunID
    /// How they ended.
    let state: TaskState
    /// What they are asked, and how many they are.
    let part: RunQueue.Part
}

extension [RetryGroup] {
    /// By run, in their order.
    var retries: [RunRetry] {
        var retries: [RunRetry] = []
        for group in self {
            if retries.last?.run != group.run { retries.append(RunRetry(group.run)) }
            let last = retries.count - 1
            if let index = retries[last].queue.parts.firstIndex(where: { $0.features == group.part.features }) {
                let images = retries[last].queue.parts[index].images + group.part.images
                retries[last].queue.parts[index] = RunQueue.Part(group.part.features, images: images)
            } else {
                retries[last].queue.parts.append(group.part)
            }
        }
        return retries
    }
}
