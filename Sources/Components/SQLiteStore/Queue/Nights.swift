internal import SQLite
internal import Storage
internal import Domain

/// The nights of jobs: they begin, are given up, and end.
struct Nights: Writer {
    let transaction: Transaction

    /// Writes down that a night has begun.
    func add(_ request: NightRequest, _ worker: WorkerID) throws(StoreError) {
        try connection.run(
            "INSERT INTO night (job, key, worker_id, host_name, started_at) VALUES (?, ?, ?, ?, ?)",
            .text(request.job), .blob(request.key.bytes), .integer(worker.value), .text(request.hostName),
            .integer(now))
    }

    /// Gives a night another worker, and opens it again where it was given up.
    func reopen(_ request: NightRequest, _ worker: WorkerID) throws(StoreError) {
        try connection.run(
            "UPDATE night SET worker_id = ?, ended_at = NULL WHERE key = ? AND exit_status IS NULL",
            .integer(worker.value), .blob(request.key.bytes))
    }

    /// Lets the lease of a night begin again at the moment that it is by now, and not at this transaction's.
    func renew(_ key: RequestKey, lease: TimeSpan) throws(StoreError) {
        try connection.run(
            """
            UPDATE worker SET lease_ends = ? WHERE ended_at IS NULL
                AND worker_id = (SELECT worker_id FROM night WHERE key = ? AND ended_at IS NULL)
            """, .integer(database.clock.now().milliseconds + lease.milliseconds), .blob(key.bytes))
    }

    /// Ends a night, unless it has ended.
    ///
    /// - Parameter result: nil where it was given up.
    func end(_ key: RequestKey, _ result: NightResult?) throws(StoreError) {
        try connection.run(
            "UPDATE night SET ended_at = ?, exit_status = ?, awaiting_retry = ? WHERE key = ? AND ended_at IS NULL",
            .integer(now), result.map { .integer(Int64($0.exitStatus)) } ?? .null, Value(result?.awaitingRetry ?? 0),
            .blob(key.bytes))
    }
}

/// A night that has not ended, as the store has it.
struct OpenNight {
    let key: RequestKey
    let worker: WorkerID
    let holder: NightOwner
    /// Whether its worker was given up.
    let isOver: Bool
}
