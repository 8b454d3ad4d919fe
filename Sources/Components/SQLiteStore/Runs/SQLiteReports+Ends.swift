internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// What ended within a time before now, by run; taken from what is committed, so that it holds after a crash, too.
    ///
    /// Attempts are numbered in the order of their starts. Of more than a thousand some are looked at, evenly spread,
    /// and stand for the others. Where there are few, the search goes back up to ten times the time asked for.
    func recentEnds(within span: TimeSpan) throws(StoreError) -> [RunID: RecentEnds] {
        let now = now.milliseconds
        let last = try connection.first("SELECT max(attempt_id) FROM attempt") { $0.integer(0) } ?? 0
        var first = try firstAttempt(since: now - 10 * span.milliseconds, upTo: last)
        if last - first >= maxSamples { first = try firstAttempt(since: now - span.milliseconds, upTo: last) }
        let stride = (last - first) / maxSamples + 1
        let rows = try connection.all(
            """
            WITH RECURSIVE sample (id) AS (SELECT ?1 UNION ALL SELECT id + ?2 FROM sample WHERE id + ?2 <= ?3)
            SELECT t.run_id, count(*), min(a.started_at), max(a.ended_at) FROM sample
                CROSS JOIN attempt AS a ON a.attempt_id = sample.id
                CROSS JOIN task AS t ON t.task_id = a.task_id
            WHERE a.ended_at BETWEEN ?4 AND ?5 AND a.outcome IN ('answered', 'failed') GROUP BY t.run_id
            """, .integer(first), .integer(stride), .integer(last), .integer(now - span.milliseconds), .integer(now)
        ) {
            (
                run: RunID($0.integer(0)), count: Int($0.integer(1) * stride), since: $0.integer(2),
                last: $0.integer(3)
            )
        }
        var ends: [RunID: RecentEnds] = [:]
        for row in rows {
            let length = min(span.milliseconds, max(1000, now - row.since))
            ends[row.run] = RecentEnds(
                count: row.count, span: TimeSpan(milliseconds: length),
                silence: TimeSpan(milliseconds: now - row.last))
        }
        return ends
    }

    /// The first attempt that was started at a moment or later; the one after the last where none was.
    private func firstAttempt(since moment: Int64, upTo last: Int64) throws(StoreError) -> Int64 {
        var (low, high) = (Int64(1), last + 1)
        while low < high {
            let middle = (low + high) / 2
            let started = try connection.first(
                "SELECT started_at FROM attempt WHERE attempt_id >= ? ORDER BY attempt_id LIMIT 1", .integer(middle)
            ) { $0.integer(0) }
            if let started, started < moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func nextDue(in run: RunID) throws(StoreError) -> Timestamp? {
        let moments = try [0, 1].map { isolated throws(StoreError) in
            try connection.first(
                """
                SELECT not_before FROM task WHERE run_id = ? AND state = 'queued' AND isolated = \(isolated)
                ORDER BY not_before LIMIT 1
                """, .integer(run.value)
            ) { Timestamp(milliseconds: $0.integer(0)) }
        }
        return moments.compactMap { $0 }.min()
    }
}

/// The most attempts that the rate is taken from.
private let maxSamples: Int64 = 1000
