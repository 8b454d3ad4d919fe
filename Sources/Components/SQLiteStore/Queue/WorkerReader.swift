internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The workers as they are written down.
struct WorkerReader: Reader {
    let database: Database

    /// The workers that have not ended.
    func living() throws(StoreError) -> [WorkerRecord] {
        try connection.all("SELECT worker_id, host, pid, pid_started, lease_ends FROM worker WHERE ended_at IS NULL") {
            WorkerRecord(
                id: WorkerID($0.integer(0)),
                identity: ProcessIdentity(
                    host: $0.text(1), pid: Int32(clamping: $0.integer(2)), started: $0.integer(3)),
                leaseEnds: Timestamp(milliseconds: $0.integer(4)),
                lastSeen: Timestamp(
                    milliseconds: $0.integer(4).subtractingReportingOverflow(Lease.length.milliseconds)
                        .partialValue))
        }
    }

    /// What is written down of the session of a key; nil before its first exchange.
    func status(of key: RequestKey) throws(StoreError) -> WorkerState? {
        try connection.first(
            "SELECT worker_id, ended_at IS NULL, exchanges, claims_after FROM worker WHERE session = ?",
            .blob(key.bytes)
        ) {
            WorkerState(
                worker: WorkerID($0.integer(0)), isLiving: $0.integer(1) != 0, exchanges: Int($0.integer(2)),
                claimsAfter: $0.integer(3))
        }
    }

    /// Which of some attempts are a worker's and have all their units recorded as sent.
    func sent(_ attempts: [AttemptID], by worker: WorkerID) throws(StoreError) -> [AttemptID] {
        var sent: [AttemptID] = []
        for attempt in attempts.sorted() {
            let isSent = try connection.first(
                """
                SELECT 1 FROM attempt AS a JOIN task AS t USING (task_id)
                WHERE a.attempt_id = ?1 AND a.worker_id = ?2 AND a.outcome = 'running' AND t.attempt_id = ?1
                    AND EXISTS (SELECT 1 FROM ledger AS l WHERE l.attempt_id = ?1 AND l.state = 'sent')
                    AND NOT EXISTS (SELECT 1 FROM ledger AS l WHERE l.attempt_id = ?1 AND l.state = 'reserved')
                """, .integer(attempt.value), .integer(worker.value)
            ) { _ in true }
            if isSent != nil { sent.append(attempt) }
        }
        return sent
    }
}
