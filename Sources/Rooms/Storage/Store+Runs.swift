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
    /// Whether newer recipes of its job have taken its place before it had ended.
    package var isSuperseded = false
    /// Whether it was paused.
    package var isPaused = false
    /// Which run is worked on first: -100...100, higher ones before lower ones.
    package var priority = 0
    /// What it cost so far.
    package var cost = RunCost()

    /// Whether it has work, waiting or in hand.
    package var isOpen: Bool { waiting + running > 0 }

    /// What the run is at, as in the view `runs`: `queued`, `running`, `paused`, `finished`, `superseded` or `cancelled`.
    package var state: String {
        if isCancelled { return "cancelled" }
        if isSuperseded, cancelled + waiting > 0 { return "superseded" }
        if finishedAt != nil { return "finished" }
        if isPaused { return "paused" }
        return running > 0 ? "running" : "queued"
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

extension Store {
    /// One run's numbers; nil when there is no such run.
    package func totals(of run: RunID) throws(StoreError) -> RunTotals? {
        try guarded { () throws(SQLiteError) in
            try writeCounts()
            return try connection.first(totals + "WHERE r.run_id = ?", .integer(run.value), read: read)
        }
    }

    /// The newest runs first.
    package func recentRuns(limit: Int) throws(StoreError) -> [RunTotals] {
        try guarded { () throws(SQLiteError) in
            try writeCounts()
            return try connection.all(totals + "ORDER BY r.run_id DESC LIMIT ?", Value(limit), read: read)
        }
    }

    private var totals: String {
        """
        SELECT r.run_id, v.job, r.total, r.queued, r.running, r.done, r.failed, r.cancelled, r.submitted_at, r.finished_at,
            r.cancelled_at IS NOT NULL, v.units_settled, v.units_uncertain, CAST(round(v.usd_low * 1e6) AS INTEGER),
            CAST(round(v.usd_high * 1e6) AS INTEGER), r.paused_at IS NOT NULL, r.priority,
            r.superseded_by IS NOT NULL
        FROM run AS r LEFT JOIN runs AS v ON v.run_id = r.run_id

        """
    }

    private func read(_ row: Statement) -> RunTotals {
        if row.isNull(1) { row.refuse("run \(row.integer(0)) names a job that is not there") }
        var cost = RunCost()
        cost.settled = Int(row.count(11))
        cost.uncertain = Int(row.count(12))
        cost.leastMicroDollars = row.count(13)
        cost.mostMicroDollars = row.count(14)
        return RunTotals(
            run: RunID(row.integer(0)), job: row.text(1), total: Int(row.count(2)), waiting: Int(row.count(3)),
            running: Int(row.count(4)), done: Int(row.count(5)), failed: Int(row.count(6)),
            cancelled: Int(row.count(7)), submittedAt: Timestamp(milliseconds: row.integer(8)),
            finishedAt: row.optionalInteger(9).map { Timestamp(milliseconds: $0) }, isCancelled: row.integer(10) != 0,
            isSuperseded: row.integer(17) != 0,
            isPaused: row.integer(15) != 0, priority: Int(row.integer(16)), cost: cost)
    }
}
