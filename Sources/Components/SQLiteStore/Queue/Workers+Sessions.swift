internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The exchanges of workers' sessions, by which a repeated call is known.
extension Workers {
    /// Enters a session's process as a new worker; a worker of the session that was given up keeps its row without the
    /// key.
    func enter(_ identity: ProcessIdentity, session key: RequestKey, lease: TimeSpan) throws(StoreError) -> WorkerID {
        try connection.run("UPDATE worker SET session = NULL WHERE session = ?", .blob(key.bytes))
        let worker = try enter(identity, lease: lease)
        try connection.run(
            "UPDATE worker SET session = ? WHERE worker_id = ?", .blob(key.bytes), .integer(worker.value))
        return worker
    }

    /// Writes down that an exchange of a worker is committed with this transaction.
    func noteExchange(_ number: Int, of worker: WorkerID) throws(StoreError) {
        try connection.run(
            "UPDATE worker SET exchanges = ?, claims_after = ? WHERE worker_id = ?", Value(number),
            .integer(database.newestAttempt), .integer(worker.value))
    }
}
