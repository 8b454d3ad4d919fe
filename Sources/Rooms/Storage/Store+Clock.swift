internal import SQLite
package import Vocabulary

extension Store {
    /// Sets right what lies in the future because the clock was set back; call it within a transaction.
    ///
    /// Workers write down when they were last there. Where that is still to come, what waits for a moment of the old time would
    /// wait for as long as the clock was set back: the run's retries are due at once, an account's pause goes on for what was
    /// left of it, and no lease is longer than one from now.
    ///
    /// - Parameters:
    ///   - lease: how long workers may be silent.
    ///   - run: whose tasks wait no longer than `longestWait` whatever their workers' clocks said.
    package func followClock(lease: TimeSpan, in run: RunID, longestWait: TimeSpan) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            let latest =
                try connection.first(
                    """
                    SELECT max(max(lease_ends - ?1, ifnull(ended_at, 0))) FROM (
                        SELECT lease_ends, ended_at FROM worker WHERE ended_at IS NULL
                        UNION ALL
                        SELECT * FROM (SELECT lease_ends, ended_at FROM worker ORDER BY worker_id DESC LIMIT 1))
                    """, .integer(lease.milliseconds)
                ) { $0.integer(0) } ?? 0
            // A little of it is processes that read the clock before they had the write lock.
            let wasSetBack = latest > now + tolerance
            try connection.run(
                """
                UPDATE task INDEXED BY task_waiting SET not_before = 0
                WHERE run_id = ? AND state = 'waiting' AND alone IN (0, 1) AND not_before > ?
                """, .integer(run.value), .integer(wasSetBack ? now : now + longestWait.milliseconds))
            guard wasSetBack else { return }
            try connection.run(
                """
                UPDATE account SET opens_at = min(opens_at, ?1 + max(0, opens_at - ?2)),
                    next_start = min(next_start, 1000 * ?1 + max(0, next_start - 1000 * ?2))
                """, .integer(now), .integer(latest))
            try connection.run(
                "UPDATE worker SET lease_ends = ?1 WHERE ended_at IS NULL AND lease_ends > ?1",
                .integer(now + lease.milliseconds))
        }
    }
}

/// Milliseconds by which processes may disagree about the time.
private let tolerance: Int64 = 1000
