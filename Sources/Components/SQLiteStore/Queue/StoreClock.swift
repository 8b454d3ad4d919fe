internal import SQLite
internal import Storage
internal import Domain

/// What the store has written down of the clock, and the moments to come that depend on it.
struct StoreClock: Writer {
    let transaction: Transaction

    /// Sets right what lies in the future because the clock was set back, before a transaction goes by it.
    ///
    /// Beside each moment to come stands what the clock said when it was written. Where that is still to come, what
    /// waits for a moment of the old time would wait for as long as the clock was set back: retries are due at once, an
    /// account's pause lasts for what was left of it, and no lease is longer than one from now.
    ///
    /// - Parameter lease: how long workers may be silent.
    func follow(lease: TimeSpan) throws(StoreError) {
        let latest = try connection.first("SELECT read_at FROM clock") { $0.integer(0) } ?? 0
        // A little of it is processes that read the clock before they had the write lock.
        guard latest > now + tolerance else { return }
        try connection.run(
            """
            UPDATE task INDEXED BY task_queued SET not_before = 0
            WHERE run_id IN (SELECT run_id FROM run WHERE finished_at IS NULL) AND state = 'queued'
                AND isolated IN (0, 1) AND not_before > ?
            """, .integer(now))
        try connection.run(
            """
            UPDATE account SET opens_at = min(opens_at, ?1 + max(0, opens_at - ?2)),
                next_start = min(next_start, 1000 * ?1 + max(0, next_start - 1000 * ?2))
            """, .integer(now), .integer(latest))
        try connection.run(
            "UPDATE worker SET lease_ends = ?1 WHERE ended_at IS NULL AND lease_ends > ?1",
            .integer(now + lease.milliseconds))
        try connection.run("UPDATE clock SET read_at = ?", .integer(now))
    }

    /// Lets no task of a run wait longer than this from now, whatever was written down.
    func boundWaits(of run: RunID, to longest: TimeSpan) throws(StoreError) {
        try connection.run(
            """
            UPDATE task INDEXED BY task_queued SET not_before = 0
            WHERE run_id = ? AND state = 'queued' AND isolated IN (0, 1) AND not_before > ?
            """, .integer(run.value), .integer(now + longest.milliseconds))
    }

    /// Writes down what the clock says, beside a moment to come.
    func recordLatest() throws(StoreError) {
        // A later time that is there already is proof of a clock that was set back, until all has followed it.
        try connection.run("UPDATE clock SET read_at = ?1 WHERE read_at < ?1", .integer(now))
    }
}

/// Milliseconds by which processes may disagree about the time.
private let tolerance: Int64 = 1000
