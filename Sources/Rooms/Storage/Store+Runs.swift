internal import SQLite
package import Vocabulary

/// A run's numbers.
package struct RunTotals: Equatable, Sendable {
    /// The run.
    package var run: RunID
    /// Its job's name.
    package var job: String
    /// Tasks in it.
    package var total = 0
    /// Tasks that wait.
    package var waiting = 0
    /// Tasks in a worker's hand.
    package var running = 0
    /// Tasks answered.
    package var done = 0
    /// Tasks failed.
    package var failed = 0
    /// Tasks cancelled.
    package var cancelled = 0
    /// When it was submitted.
    package var submittedAt: Timestamp
    /// When its last task ended; nil while there is work.
    package var finishedAt: Timestamp?
    /// Whether it was cancelled.
    package var isCancelled = false
    /// What it cost so far.
    package var cost = RunCost()

    /// What the run is at, as in the view `runs`: `waiting`, `running`, `finished` or `cancelled`.
    package var state: String {
        if isCancelled { return "cancelled" }
        if finishedAt != nil { return "finished" }
        return running > 0 ? "running" : "waiting"
    }

    /// The time until the run is finished at a speed; nil when nothing is left or nobody works on it.
    package func remaining(at imagesPerSecond: Double) -> TimeSpan? {
        let left = waiting + running
        guard left > 0, imagesPerSecond > 0 else { return nil }
        return TimeSpan(milliseconds: Int64(min(Double(left) / imagesPerSecond * 1000, 1e15)))
    }
}

/// What a run has cost.
package struct RunCost: Equatable, Sendable {
    /// Units that were answered.
    package var settled = 0
    /// Units that may have been billed.
    package var uncertain = 0
    /// The least of it in millionths of a US dollar, with all of the month's free units as this run's own.
    package var leastMicroDollars: Int64 = 0
    /// The most of it, with what is reserved.
    package var mostMicroDollars: Int64 = 0

    /// Nothing.
    package init() {}
}

/// How many tasks of a run failed in one way.
package struct FailureCount: Equatable, Sendable {
    /// The kind: `damaged`.
    package let kind: String
    /// How many.
    package let count: Int
    /// The message of one of them.
    package let example: String
}

extension Store {
    /// One run's numbers; nil when there is no such run.
    package func totals(of run: RunID) throws(StoreError) -> RunTotals? {
        try guarded { () throws(SQLiteError) in
            try connection.first(totals + "WHERE run_id = ?", .integer(run.value), read: read)
        }
    }

    /// The newest runs first.
    package func recentRuns(limit: Int) throws(StoreError) -> [RunTotals] {
        try guarded { () throws(SQLiteError) in
            try connection.all(totals + "ORDER BY run_id DESC LIMIT ?", Value(limit), read: read)
        }
    }

    /// The failures of a run by kind, the most first.
    package func failures(of run: RunID) throws(StoreError) -> [FailureCount] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT kind, count(*), (SELECT message FROM task WHERE run_id = ?1 AND state = 'failed' AND kind = t.kind LIMIT 1)
                FROM task AS t WHERE run_id = ?1 AND state = 'failed' GROUP BY kind ORDER BY count(*) DESC, kind
                """, .integer(run.value)
            ) { FailureCount(kind: $0.text(0), count: Int($0.integer(1)), example: $0.text(2)) }
        }
    }

    /// The rates of the living workers, in images a second, added up; 0 when none works.
    package func imagesPerSecond() throws(StoreError) -> Double {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT sum(images_per_second) FROM worker WHERE ended_at IS NULL AND lease_ends > ?", .integer(now)
            ) { $0.real(0) } ?? 0
        }
    }

    /// Puts failed tasks of a run back in the queue, as if never tried; those that may have killed a worker run alone.
    ///
    /// Files that could not even be read have no image yet; submitting again looks at them.
    package func retry(_ run: RunID, kind: Failure.Kind?) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task SET state = 'waiting', finished_at = NULL, tries = 0, deaths = 0, not_before = 0,
                    stage = NULL, kind = NULL, code = NULL, message = NULL
                WHERE run_id = ?1 AND state = 'failed' AND image_id IS NOT NULL AND (?2 IS NULL OR kind = ?2)
                """, .integer(run.value), Value(kind?.rawValue))
            let count = connection.changes
            if count > 0 {
                try connection.run("UPDATE run SET cancelled_at = NULL WHERE run_id = ?", .integer(run.value))
            }
            return count
        }
    }

    /// Cancels what waits in a run; what is in hand ends as it ends.
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
                "UPDATE run SET cancelled_at = ? WHERE run_id = ? AND cancelled_at IS NULL AND (finished_at IS NULL OR ? > 0)",
                .integer(now), .integer(run.value), Value(count))
            return count
        }
    }

    private var totals: String {
        """
        SELECT run_id, j.name, total, waiting, running, done, failed, cancelled, submitted_at, finished_at,
            cancelled_at IS NOT NULL, c.settled, c.uncertain, c.low, c.high
        FROM run JOIN job AS j USING (job_id) LEFT JOIN run_cost AS c USING (run_id)

        """
    }

    private func read(_ row: Statement) -> RunTotals {
        var cost = RunCost()
        cost.settled = Int(row.integer(11))
        cost.uncertain = Int(row.integer(12))
        cost.leastMicroDollars = row.integer(13)
        cost.mostMicroDollars = row.integer(14)
        return RunTotals(
            run: RunID(row.integer(0)), job: row.text(1), total: Int(row.integer(2)), waiting: Int(row.integer(3)),
            running: Int(row.integer(4)), done: Int(row.integer(5)), failed: Int(row.integer(6)),
            cancelled: Int(row.integer(7)), submittedAt: Timestamp(milliseconds: row.integer(8)),
            finishedAt: row.optionalInteger(9).map { Timestamp(milliseconds: $0) }, isCancelled: row.integer(10) != 0,
            cost: cost)
    }
}
