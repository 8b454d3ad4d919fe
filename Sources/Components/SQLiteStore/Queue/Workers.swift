internal import Accounting
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The processes that work on runs: they enter, renew their leases, and end.
struct Workers: Writer {
    let transaction: Transaction

    /// Registers this process; every start is a new worker.
    func enter(_ identity: ProcessIdentity, lease: TimeSpan) throws(StoreError) -> WorkerID {
        try transaction.clock.recordLatest()
        try connection.run(
            "INSERT INTO worker (host, pid, pid_started, started_at, lease_ends) VALUES (?1, ?2, ?3, ?4, ?4 + ?5)",
            .text(identity.host), .integer(Int64(identity.pid)), .integer(identity.started), .integer(now),
            .integer(lease.milliseconds))
        let worker = connection.lastInsertedRow
        // A task that the store says this worker holds, and that it does not, would wait for it for ever.
        let hasWork = try connection.first(
            "SELECT 1 FROM \(runningTasks) WHERE t.state = 'running' AND a.worker_id = ? LIMIT 1", .integer(worker)
        ) { _ in true }
        if hasWork != nil { throw connection.damage("attempts run for worker \(worker), which enters only now") }
        return WorkerID(worker)
    }

    /// Renews a lease; false when the worker was given up meanwhile and must enter again.
    func renew(_ worker: WorkerID, lease: TimeSpan) throws(StoreError) -> Bool {
        try transaction.clock.recordLatest()
        try connection.run(
            "UPDATE worker SET lease_ends = ? WHERE worker_id = ? AND ended_at IS NULL",
            .integer(now + lease.milliseconds), .integer(worker.value))
        return connection.changes == 1
    }

    /// Queues again what dead workers held: a dead process of a host at once, any other when its lease has ended.
    ///
    /// It goes by the leases, which `StoreClock.follow` has set right.
    ///
    /// - Parameters:
    ///   - host: where this process runs.
    ///   - records: what crashed processes have left.
    ///   - own: a worker that lives, whatever its row says.
    func rescue(
        seenFrom host: String, _ records: [CrashRecord] = [], excluding own: WorkerID? = nil
    ) throws(StoreError) -> Rescue {
        var rescue = Rescue()
        for other in try database.workers.living() where other.id != own {
            let left = records.filter { $0.isOf(other.identity) }
            guard let exit = other.exit(seenFrom: host, at: Timestamp(milliseconds: now)) else {
                rescue.isPending = rescue.isPending || !left.isEmpty
                continue
            }
            if exit == .died, !left.isEmpty {
                rescue.crashes += try end(other.id, after: left)
            } else {
                _ = try end(other.id, as: exit)
            }
        }
        return rescue
    }

    /// Ends a worker and queues its tasks again; what is not asked for any more is cancelled.
    ///
    /// A crash is counted on each image that was processed; `LostImage` says what becomes of it.
    ///
    /// - Returns: how many tasks were taken back.
    func end(_ worker: WorkerID, as exit: WorkerExit) throws(StoreError) -> Int {
        let held = try held("a.worker_id", worker.value)
        for task in held { try lose(task, as: exit) }
        try noteEnd(of: worker)
        return held.count
    }

    /// Ends a worker that crashed, and tells which of its images are blamed.
    ///
    /// Where its records name images, these alone are: they run alone from now on, at the job's limit of crashes they
    /// are quarantined, and the others are queued again as if nothing had been. Otherwise each image is blamed.
    private func end(_ worker: WorkerID, after records: [CrashRecord]) throws(StoreError) -> [WorkerCrash] {
        var blamed = [[WorkerCrash.Image]](repeating: [], count: records.count)
        let isKnown = records.contains { !$0.attempts.isEmpty }
        for task in try held("a.worker_id", worker.value) {
            let index = isKnown ? records.firstIndex { $0.attempts.contains(task.attempt) } : 0
            guard let index else {
                try lose(task, as: .interrupted, for: "the worker died of another image: \(records[0].cause)")
                continue
            }
            let state = try lose(task, as: .died, for: records[index].reason, runsAlone: isKnown)
            blamed[index].append(WorkerCrash.Image(job: task.job, run: RunID(task.run), path: task.path, state: state))
        }
        try noteEnd(of: worker)
        return zip(records, blamed).filter { !$1.isEmpty }.map { WorkerCrash($0, $1) }
    }

    private func noteEnd(of worker: WorkerID) throws(StoreError) {
        try connection.run(
            "UPDATE worker SET ended_at = ? WHERE worker_id = ? AND ended_at IS NULL", .integer(now),
            .integer(worker.value))
    }

    /// Counts a crash on the image of a claim, while its worker goes on; false when the fence holds the claim off.
    ///
    /// - Parameter reason: why the worker cannot stay, as a clause.
    func lose(_ claim: Claim, for reason: String) throws(StoreError) -> Bool {
        let found = try held("t.attempt_id", claim.attempt.value)
        for task in found { try lose(task, as: .died, for: reason) }
        return !found.isEmpty
    }

    /// The running tasks with a number in a column, in order.
    private func held(_ column: String, _ number: Int64) throws(StoreError) -> [HeldTask] {
        try connection.all(
            """
            SELECT t.task_id, t.crash_count, j.crash_limit, a.attempt_id, t.run_id,
                ifnull((SELECT c.backend || ' ' || c.model FROM recipe_set_member AS m JOIN recipe AS c
                    ON c.recipe_id = m.recipe_id WHERE m.recipe_set_id = r.recipe_set_id LIMIT 1), 'its backend'),
                j.name, \(pathBytes)
            FROM \(runningTasks)
            JOIN run AS r ON r.run_id = t.run_id JOIN job AS j ON j.job_id = r.job_id
            LEFT JOIN path AS p ON p.path_id = t.path_id
            WHERE t.state = 'running' AND \(column) = ? ORDER BY t.task_id
            """, .integer(number)
        ) {
            HeldTask(
                task: $0.integer(0), crashes: $0.integer(1), limit: $0.integer(2), attempt: $0.integer(3),
                run: $0.integer(4), model: $0.text(5), job: $0.text(6),
                path: $0.isNull(7) ? nil : FilePath(bytes: $0.blob(7)))
        }
    }

    /// Takes a task from its worker: it is queued again, cancelled or quarantined.
    @discardableResult
    private func lose(
        _ held: HeldTask, as exit: WorkerExit, for reason: String? = nil, runsAlone: Bool = false
    ) throws(StoreError) -> TaskState {
        let died = exit == .died ? "the worker died while this image was in progress with \(held.model)" : nil
        try connection.run(
            "UPDATE attempt SET outcome = ?, ended_at = ?, message = ? WHERE attempt_id = ?", .text(exit.rawValue),
            .integer(now), Value(reason ?? died), .integer(held.attempt))
        // What became of a request that was sent is unknown.
        try transaction.ledger.move(try transaction.ledger.openUnits(of: held.attempt)) { $0.state.afterLoss }
        let crashes = held.crashes + (exit == .died ? 1 : 0)
        let next = LostImage(hasDied: exit == .died, crashes: crashes, limit: held.limit, isBlamed: runsAlone)
        if next == .quarantined {
            try quarantine(held, crashes: crashes, for: reason)
            transaction.count(1, of: held.run, from: .running, to: .failed)
            return .failed
        }
        let state = try connection.first(
            """
            UPDATE task SET state = iif(\(isNotAskedFor), 'cancelled', 'queued'),
                finished_at = iif(\(isNotAskedFor), ?4, NULL), attempt_id = NULL, crash_count = ?2,
                isolated = max(isolated, ?3)
            FROM run AS r WHERE task_id = ?1 AND r.run_id = task.run_id
            RETURNING state
            """, .integer(held.task), .integer(crashes), Value(next == .isolated), .integer(now)
        ) { TaskState(rawValue: $0.text(0)) }
        let kept = (state ?? nil) ?? .queued
        transaction.count(1, of: held.run, from: .running, to: kept)
        return kept
    }

    private func quarantine(_ held: HeldTask, crashes: Int64, for reason: String?) throws(StoreError) {
        let last = reason.map { " (the last time: \($0))" } ?? ""
        try connection.run(
            """
            UPDATE task SET state = 'failed', attempt_id = NULL, crash_count = ?, isolated = 1, finished_at = ?,
                stage = 'annotate', kind = \(literal(.quarantined)), message = ? WHERE task_id = ?
            """,
            .integer(crashes), .integer(now),
            .text(
                "the worker died \(crashes) times while it processed this image with \(held.model)\(last); "
                    + "look at the image, then run `cairn retry \(held.run)`: it is processed alone"),
            .integer(held.task))
    }
}

/// A running task and the crashes that are counted on its image.
private struct HeldTask {
    let task: Int64
    let crashes: Int64
    /// At how many crashes its job quarantines an image.
    let limit: Int64
    let attempt: Int64
    let run: Int64
    /// The backend and the model of its run.
    let model: String
    /// The job's name.
    let job: String
    /// The name by which it was claimed; nil where it has none.
    let path: FilePath?
}
