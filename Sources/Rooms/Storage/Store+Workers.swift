package import Platform
internal import SQLite
package import Vocabulary

/// A process that has said it works, as the store knows it.
package struct WorkerRecord: Sendable {
    /// Its row.
    package let id: WorkerID
    /// Who it is to the system.
    package let identity: ProcessIdentity
    /// When it must have renewed.
    package let leaseEnds: Timestamp
}

/// How a worker's work ended without it.
package enum Ending: String, Sendable {
    /// The process is dead; what it had in hand may have killed it.
    case died
    /// The process may live and has not renewed its lease; nothing is held against the images.
    case lapsed
    /// The worker gave its work back.
    case interrupted
}

extension Store {
    /// Registers this process; every start is a new worker.
    package func enter(_ identity: ProcessIdentity, lease: TimeSpan) throws(StoreError) -> WorkerID {
        try guarded { () throws(SQLiteError) in
            try keepClock()
            try connection.run(
                "INSERT INTO worker (host, pid, pid_started, started_at, lease_ends) VALUES (?1, ?2, ?3, ?4, ?4 + ?5)",
                .text(identity.host), .integer(Int64(identity.pid)), .integer(identity.started), .integer(now),
                .integer(lease.milliseconds))
            let worker = connection.lastInsertedRow
            // A task that the store says this worker holds, and that it does not, would wait for it for ever.
            let hasWork = try connection.first(
                "SELECT 1 FROM attempt WHERE worker_id = ? AND outcome = 'running' LIMIT 1", .integer(worker)
            ) { _ in true }
            if hasWork != nil { throw SQLiteError(damage: "attempts run for worker \(worker), which enters only now") }
            return WorkerID(worker)
        }
    }

    /// Renews a lease; false when the worker was given up meanwhile and must enter anew.
    package func renew(_ worker: WorkerID, lease: TimeSpan, imagesPerSecond: Double) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try keepClock()
            try connection.run(
                "UPDATE worker SET lease_ends = ?, images_per_second = ? WHERE worker_id = ? AND ended_at IS NULL",
                .integer(now + lease.milliseconds), .real(imagesPerSecond), .integer(worker.value))
            return connection.changes == 1
        }
    }

    /// Whether a worker has not been given up.
    package func isLiving(_ worker: WorkerID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT 1 FROM worker WHERE worker_id = ? AND ended_at IS NULL", .integer(worker.value)
            ) { _ in true } ?? false
        }
    }

    /// The workers that have not ended.
    package func livingWorkers() throws(StoreError) -> [WorkerRecord] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                "SELECT worker_id, host, pid, pid_started, lease_ends FROM worker WHERE ended_at IS NULL"
            ) {
                WorkerRecord(
                    id: WorkerID($0.integer(0)),
                    identity: ProcessIdentity(
                        host: $0.text(1), pid: Int32(clamping: $0.integer(2)), started: $0.integer(3)),
                    leaseEnds: Timestamp(milliseconds: $0.integer(4)))
            }
        }
    }

    /// Ends a worker and puts what it had in hand back in the queue; of a cancelled run it is cancelled.
    ///
    /// A death is counted on each image in hand: one before the run's limit (`retry.deaths`) it runs alone from then
    /// on, at the limit it is quarantined, a failure with its reason.
    ///
    /// - Returns: how many tasks were taken back.
    package func end(_ worker: WorkerID, as ending: Ending) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            let held = try connection.all(
                """
                SELECT t.task_id, t.deaths, r.deaths, a.attempt_id FROM attempt AS a
                JOIN task AS t ON t.task_id = a.task_id AND t.attempt_id = a.attempt_id
                JOIN run AS r ON r.run_id = t.run_id
                WHERE a.worker_id = ? AND a.outcome = 'running'
                """, .integer(worker.value)
            ) { (task: $0.integer(0), deaths: $0.integer(1), allowed: $0.integer(2), attempt: $0.integer(3)) }
            for (task, before, allowed, attempt) in held {
                // Nobody knows what became of a request that was sent.
                try move(try openUnits(of: attempt)) {
                    $0.state == LedgerState.reserved.rawValue ? .released : .uncertain
                }
                let deaths = before + (ending == .died ? 1 : 0)
                if ending == .died, deaths >= allowed {
                    try quarantine(task, deaths: deaths)
                } else {
                    try connection.run(
                        """
                        UPDATE task SET state = iif(r.cancelled_at IS NULL, 'waiting', 'cancelled'),
                            finished_at = iif(r.cancelled_at IS NULL, NULL, ?4), attempt_id = NULL, deaths = ?2,
                            alone = max(alone, ?2 > 0 AND ?2 >= ?3 - 1)
                        FROM run AS r WHERE task_id = ?1 AND r.run_id = task.run_id
                        """, .integer(task), .integer(deaths), .integer(allowed), .integer(now))
                }
            }
            try connection.run(
                "UPDATE attempt SET outcome = ?, ended_at = ? WHERE worker_id = ? AND outcome = 'running'",
                .text(ending.rawValue), .integer(now), .integer(worker.value))
            try connection.run(
                "UPDATE worker SET ended_at = ? WHERE worker_id = ? AND ended_at IS NULL", .integer(now),
                .integer(worker.value))
            return held.count
        }
    }

    private func quarantine(_ task: Int64, deaths: Int64) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE task SET state = 'failed', attempt_id = NULL, deaths = ?, alone = 1, finished_at = ?,
                stage = 'annotate', kind = 'quarantined', message = ? WHERE task_id = ?
            """,
            .integer(deaths), .integer(now),
            .text(
                "the worker died \(deaths) times with this image in hand; "
                    + "look at the image, then `cairn retry` takes it up again, alone"), .integer(task))
    }
}
