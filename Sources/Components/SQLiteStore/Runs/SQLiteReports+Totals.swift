internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// One run's numbers; nil when there is no such run.
    ///
    /// A transaction that has moved tasks asks `Transaction.totals`, which writes them down first.
    func totals(of run: RunID) throws(StoreError) -> RunTotals? {
        assert(database.counters.runs.isEmpty, "the counters of runs are read before they are written down")
        return try connection.first(totals + "WHERE r.run_id = ?", .integer(run.value), read: read)
    }

    func recentRuns(limit: Int) throws(StoreError) -> [RunTotals] {
        return try connection.all(totals + "ORDER BY r.run_id DESC LIMIT ?", Value(limit), read: read)
    }

    private var totals: String {
        """
        SELECT r.run_id, v.job, r.total, r.queued, r.running, r.done, r.failed, r.cancelled, r.submitted_at,
            r.finished_at,
            r.cancelled_at IS NOT NULL, v.units_settled, v.units_uncertain, CAST(round(v.usd_low * 1e6) AS INTEGER),
            CAST(round(v.usd_high * 1e6) AS INTEGER), r.paused_at IS NOT NULL, r.priority,
            r.superseded_by IS NOT NULL,
            (SELECT ifnull(sum(t.reserved), 0) FROM ledger_total AS t WHERE t.run_id = r.run_id)
        FROM run AS r LEFT JOIN runs AS v ON v.run_id = r.run_id

        """
    }

    private func read(_ row: Row) -> RunTotals {
        if row.isNull(1) { row.refuse("run \(row.integer(0)) names a job that is not there") }
        var totals = RunTotals(
            run: RunID(row.integer(0)), job: row.text(1), submittedAt: Timestamp(milliseconds: row.integer(8)))
        totals.total = Int(row.count(2))
        totals.queued = Int(row.count(3))
        totals.running = Int(row.count(4))
        totals.done = Int(row.count(5))
        totals.failed = Int(row.count(6))
        totals.cancelled = Int(row.count(7))
        totals.finishedAt = row.optionalInteger(9).map { Timestamp(milliseconds: $0) }
        totals.isCancelled = row.integer(10) != 0
        totals.isSuperseded = row.integer(17) != 0
        totals.isPaused = row.integer(15) != 0
        totals.priority = Int(row.integer(16))
        totals.cost.settled = Int(row.count(11))
        totals.cost.uncertain = Int(row.count(12))
        totals.cost.reserved = Int(row.count(18))
        totals.cost.minMicroDollars = row.count(13)
        totals.cost.maxMicroDollars = row.count(14)
        return totals
    }
}
