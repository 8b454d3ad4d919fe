internal import SQLite
internal import Storage
internal import Domain

extension Transaction {
    /// Counts tasks of a run that have moved from state to state; each run is written once, with the commit.
    ///
    /// - Parameter old: the state that they had; nil for new tasks.
    func count(_ tasks: Int, of run: Int64, from old: TaskState?, to new: TaskState) {
        database.counters.move(tasks, of: run, from: old, to: new)
    }

    /// Writes down what this transaction has changed of the ledger's sums and then of the runs' counters; a run that
    /// has nothing left to do is finished.
    ///
    /// Every commit does this first, and what reads a run's counters before that.
    func writeCounters() throws(StoreError) {
        try writeCounts()
    }

    /// One run's numbers, with what this transaction has changed; nil when there is no such run.
    func totals(of run: RunID) throws(StoreError) -> RunTotals? {
        try writeCounters()
        return try database.reports.totals(of: run)
    }

    /// Does what `writeCounters` does, for callers that give SQLite's errors their meaning themselves.
    func writeCounts() throws(StoreError) {
        try ledger.writeSums()
        let changed = database.counters
        database.counters = RunCounters()
        var endings: Set<Int64> = []
        for run in changed.runs {
            let ended = try database.connection.first(
                """
                UPDATE run SET total = total + ?2, queued = queued + ?3, running = running + ?4, done = done + ?5,
                    failed = failed + ?6, cancelled = cancelled + ?7,
                    finished_at = iif(queued + ?3 + running + ?4 = 0, ifnull(finished_at, ?8), NULL)
                WHERE run_id = ?1 RETURNING job_id, finished_at IS NOT NULL
                """, .integer(run), Value(changed.total(of: run)), Value(changed[run, .queued]),
                Value(changed[run, .running]), Value(changed[run, .done]), Value(changed[run, .failed]),
                Value(changed[run, .cancelled]), .integer(database.now)
            ) { $0.integer(1) != 0 ? $0.integer(0) : nil }
            if let job = ended ?? nil { endings.insert(job) }
        }
        // After all counts: a run that was opened in this transaction has no queued image before its own are written.
        for job in endings.sorted() { try shownRecipes.switchOver(job) }
    }
}

/// How many tasks of each run have moved from state to state, gathered within a transaction, so that each run is
/// written once.
struct RunCounters {
    private var changes: [Int64: [TaskState: Int]] = [:]

    /// The runs that have changed, in the order of their numbers: all writers change rows in the same order.
    var runs: [Int64] { changes.keys.sorted() }

    /// By how much a counter of a run changes.
    subscript(run: Int64, state: TaskState) -> Int { changes[run]?[state] ?? 0 }

    /// By how much a run's total changes.
    func total(of run: Int64) -> Int { changes[run]?.values.reduce(0, +) ?? 0 }

    /// Counts tasks that have moved.
    ///
    /// - Parameter old: the state that they had; nil for new tasks.
    mutating func move(_ count: Int, of run: Int64, from old: TaskState?, to new: TaskState) {
        guard count != 0, old != new else { return }
        // In place: a copy for each of a million tasks would cost more than the counting.
        if let old { changes[run, default: [:]][old, default: 0] -= count }
        changes[run, default: [:]][new, default: 0] += count
    }
}
