internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func workers(on run: RunID) throws(StoreError) -> [WorkerRecord] {
        let holders = try connection.all(
            """
            SELECT w.worker_id FROM worker AS w WHERE w.ended_at IS NULL AND EXISTS (
                SELECT 1 FROM attempt AS a JOIN task AS t ON t.task_id = a.task_id AND t.attempt_id = a.attempt_id
                WHERE a.worker_id = w.worker_id AND a.outcome = 'running' AND t.run_id = ? AND t.state = 'running')
            """, .integer(run.value)
        ) { WorkerID($0.integer(0)) }
        return try database.workers.living().filter { holders.contains($0.id) }
    }

    func workers() throws(StoreError) -> [WorkerRecord] {
        let nights = Set(
            try connection.all("SELECT worker_id FROM night WHERE ended_at IS NULL") { WorkerID($0.integer(0)) })
        return try database.workers.living().filter { !nights.contains($0.id) }
    }

    func latestMoment() throws(StoreError) -> Timestamp {
        let moment = try connection.first(
            """
            SELECT max(moment) FROM (SELECT max(read_at) AS moment FROM clock UNION ALL
                SELECT max(started_at) FROM (SELECT started_at FROM submission ORDER BY submission_id DESC LIMIT 7))
            """
        ) { $0.optionalInteger(0) }
        return Timestamp(milliseconds: (moment ?? nil) ?? 0)
    }

    func nightSuccesses() throws(StoreError) -> [NightSuccess] {
        try connection.all(
            """
            SELECT job, max(ended_at) FROM night WHERE exit_status = 0 AND awaiting_retry = 0 GROUP BY job ORDER BY job
            """
        ) { NightSuccess(job: $0.text(0), at: Timestamp(milliseconds: $0.integer(1))) }
    }
}
