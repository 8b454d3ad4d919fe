internal import SQLite
internal import Vocabulary

extension Store {
    /// Writes down what this transaction has changed of the runs' counters; a run that has nothing left to do is finished.
    ///
    /// Every call that reads a run's counters, and every commit, does this first.
    func writeCounters() throws(StoreError) {
        try guarded { () throws(SQLiteError) in try writeCounts() }
    }

    /// The same for callers that give SQLite's errors their meaning themselves.
    func writeCounts() throws(SQLiteError) {
        let changed = counters
        counters = RunCounters()
        var endings: Set<Int64> = []
        for run in changed.runs {
            let ended = try connection.first(
                """
                UPDATE run SET total = total + ?2, queued = queued + ?3, running = running + ?4, done = done + ?5,
                    failed = failed + ?6, cancelled = cancelled + ?7,
                    finished_at = iif(queued + ?3 + running + ?4 = 0, ifnull(finished_at, ?8), NULL)
                WHERE run_id = ?1 RETURNING job_id, finished_at IS NOT NULL
                """, .integer(run), Value(changed.total(of: run)), Value(changed[run, .waiting]),
                Value(changed[run, .running]), Value(changed[run, .done]), Value(changed[run, .failed]),
                Value(changed[run, .cancelled]), .integer(now)
            ) { $0.integer(1) != 0 ? $0.integer(0) : nil }
            if let job = ended ?? nil { endings.insert(job) }
        }
        // After all counts: a run that was opened in this transaction has no queued image before its own are written.
        for job in endings.sorted() { try switchRecipes(of: job) }
    }
}
