internal import Accounting
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension TaskQueue {
    /// Claims queued tasks of a run for a worker, in order.
    ///
    /// A task asks those of the run's recipes that have no answer of a generation above its floor. One that lacks
    /// nothing is done at once; one whose image runs for another task waits a little. A task that must run alone is
    /// claimed only with `mayBeAlone`, and only when no other is queued. One call looks at some thousands of tasks at
    /// most: it may claim none though more are queued.
    ///
    /// With a reservation every unit is written down as reserved, and what would pass a cap is not claimed. Of a
    /// paused, cancelled or superseded run nothing is.
    func claim(
        _ count: Int, of run: RunID, by worker: WorkerID, mayBeAlone: Bool, on billing: Billing? = nil,
        from volume: Volume = .thisMachine
    ) throws(StoreError) -> Claimed {
        guard count > 0 else { return Claimed() }
        var claimed = Claimed()
        claimed.stopReason = try database.reports.stopReason(of: run)
        guard claimed.stopReason == nil else { return claimed }
        var reservation: Reservation?
        if let billing { reservation = try transaction.ledger.openReservation(billing, run: run) }
        let all = try database.recipes.members(ofSetAskedBy: run)
        let filter = try filter(of: volume)
        var looks = 0
        // Another run may have answered a million tasks of this one; they are ended a part at a time, so that the
        // write lock is soon free again.
        while claimed.claims.count < count, looks < maxChecks, claimed.stopReason == nil {
            let limit = max(64, count - claimed.claims.count)
            let found = try queued(in: run, asking: all, isolated: false, limit: limit, filter)
            if found.isEmpty { break }
            var taken: [Taken] = []
            for task in found where claimed.claims.count + taken.count < count && claimed.stopReason == nil {
                looks += 1
                if let one = try prepareClaim(task, of: run, asking: all, on: &reservation, &claimed.stopReason) {
                    taken.append(one)
                }
            }
            claimed.claims += try claims(of: taken, in: run, for: worker, isIsolated: false, on: reservation, filter)
        }
        if claimed.claims.isEmpty, looks < maxChecks, mayBeAlone, claimed.stopReason == nil {
            for task in try queued(in: run, asking: all, isolated: true, limit: 1, filter) {
                guard let one = try prepareClaim(task, of: run, asking: all, on: &reservation, &claimed.stopReason)
                else {
                    continue
                }
                claimed.claims += try claims(of: [one], in: run, for: worker, isIsolated: true, on: reservation, filter)
            }
        }
        if let reservation, reservation.taken.units > 0 { database.sums.reserve(reservation) }
        return claimed
    }

    private func queued(in run: RunID, asking recipes: [RecipeID], isolated: Bool, limit: Int, _ filter: VolumeFilter)
        throws(StoreError) -> [Candidate]
    {
        return try connection.all(
            """
            SELECT t.task_id, t.image_id, t.path_id, t.attempt_count, t.send_content,
                EXISTS (SELECT 1 FROM answer AS r
                    WHERE r.image_id = t.image_id AND r.recipe_id IN (\(list(recipes.map(\.value))))),
                EXISTS (SELECT 1 FROM task AS o WHERE o.image_id = t.image_id AND o.state = 'running'),
                p.image_id IS NOT t.image_id OR p.replaced_at IS NOT NULL
                    OR EXISTS (SELECT 1 FROM path AS o WHERE o.image_id = t.image_id AND o.path_id <> t.path_id),
                p.bytes, p.modified_ns, p.inode, \(pathBytes), \(imageKeyColumns),
                (SELECT f.reading FROM folder AS f WHERE f.folder_id = p.folder_id), t.nights
            FROM task AS t CROSS JOIN image AS i USING (image_id) CROSS JOIN path AS p ON p.path_id = t.path_id
            WHERE t.run_id = ? AND t.state = 'queued' AND t.isolated = \(isolated ? 1 : 0)
            AND t.not_before <= ?\(filter.taskCondition)
            ORDER BY t.not_before, t.task_id LIMIT ?
            """, .integer(run.value), .integer(now), Value(limit)
        ) { row in
            Candidate(
                task: row.integer(0), image: row.integer(1), path: row.integer(2), attemptCount: Int(row.integer(3)),
                sendsContent: row.integer(4) != 0, key: ImageKey(row, at: 12), hasAnswers: row.integer(5) != 0,
                isRunning: row.integer(6) != 0,
                isNightRetry: row.integer(17) != 0,
                location: row.integer(7) != 0
                    ? nil
                    : FileLocation(
                        id: PathID(row.integer(2)), path: paths.absolute(row.blob(11)),
                        reading: Reading(code: row.integer(16)),
                        bytes: row.bits(8), modifiedNanoseconds: row.bits(9),
                        inode: UInt64(bitPattern: row.bits(10))))
        }
    }

    /// Decides on one queued task; nil when the task cannot be claimed now.
    private func prepareClaim(
        _ found: Candidate, of run: RunID, asking all: [RecipeID], on reservation: inout Reservation?,
        _ stopReason: inout StopReason?
    ) throws(StoreError) -> Taken? {
        let asked = found.hasAnswers ? try asked(of: found) : all
        if asked.isEmpty {
            try connection.run(
                "UPDATE task SET state = 'done', finished_at = ? WHERE task_id = ? AND state = 'queued'", .integer(now),
                .integer(found.task))
            transaction.count(1, of: run.value, from: .queued, to: .done)
            return nil
        }
        if found.isRunning {
            try transaction.clock.recordLatest()
            try connection.run(
                "UPDATE task SET not_before = ? WHERE task_id = ? AND state = 'queued'", .integer(now + pauseForOthers),
                .integer(found.task))
            return nil
        }
        guard let key = found.key else { throw connection.damage("row \(found.image) of image holds no key") }
        let costs = reservation == nil ? [] : try database.reports.costs(of: asked)
        if let reached = reservation?.stopReason(to: costs.count, costing: costs.microDollars) {
            stopReason = .cap(reached)
            return nil
        }
        for cost in costs { reservation?.reserve(cost.feature, costing: cost.microDollars) }
        return Taken(found: found, key: key, asked: asked)
    }

    /// Starts the attempts at some tasks, and writes their units down.
    private func claims(
        of taken: [Taken], in run: RunID, for worker: WorkerID, isIsolated: Bool, on reservation: Reservation?,
        _ filter: VolumeFilter
    )
        throws(StoreError) -> [Claim]
    {
        var claims: [Claim] = []
        for part in runsOfNeighbours(of: taken, where: { $0.found.task + 1 == $1.found.task && $0.asked == $1.asked }) {
            guard let first = part.first else { continue }
            let started = try start(first.found.task, count: part.count, of: run, for: worker)
            if let reservation { try transaction.ledger.reserve(first.asked, of: started, on: reservation) }
            for (index, one) in part.enumerated() {
                claims.append(
                    try claim(
                        one.found, key: one.key, asking: one.asked, as: started.attempt + Int64(index),
                        isIsolated: isIsolated, filter))
            }
        }
        return claims
    }

    /// The claim of a task whose attempt is started, with the names that hold its content.
    func claim(
        _ found: Candidate, key: ImageKey, asking asked: [RecipeID], as attempt: Int64, isIsolated: Bool,
        _ filter: VolumeFilter
    ) throws(StoreError) -> Claim {
        let known = found.location.map { (locations: [$0], hasMore: false) }
        let (locations, hasMore) =
            if let known { known } else { try database.names.firstLocations(of: found.image, own: found.path, filter) }
        let reference = locations.first.flatMap { isReference($0.path) ? $0.path : nil }
        return Claim(
            task: TaskID(found.task), attempt: AttemptID(attempt), image: ImageID(found.image), key: key,
            asked: asked, attemptCount: found.attemptCount, sendsContent: found.sendsContent,
            isNightRetry: found.isNightRetry, isIsolated: isIsolated,
            locations: reference == nil ? locations : [], hasMoreLocations: reference == nil && hasMore,
            reference: reference.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    /// Starts an attempt at each of the tasks that follow one another.
    private func start(_ task: Int64, count: Int, of run: RunID, for worker: WorkerID) throws(StoreError) -> IDRange {
        try connection.run(
            """
            INSERT OR ROLLBACK INTO attempt (task_id, run_id, worker_id, started_at, outcome)
            SELECT task_id, run_id, ?, ?, 'running' FROM task WHERE task_id BETWEEN ? AND ? ORDER BY task_id
            """, .integer(worker.value), .integer(now), .integer(task), .integer(task + Int64(count) - 1))
        let part = IDRange(task: task, attempt: connection.lastInsertedRow - Int64(count) + 1, count: count)
        // By their numbers, which the planner would not prefer to an index over all that is queued.
        try connection.run(
            """
            UPDATE OR ROLLBACK task NOT INDEXED SET state = 'running', attempt_id = task_id + ?
            WHERE task_id BETWEEN ? AND ? AND run_id = ? AND state = 'queued'
            """, .integer(part.offset), .integer(part.task), .integer(part.lastTask), .integer(run.value))
        guard connection.changes == count else {
            throw connection.damage(
                "of the rows \(task)...\(part.lastTask) of task not all are queued in run \(run.value)")
        }
        transaction.count(count, of: run.value, from: .queued, to: .running)
        return part
    }

    /// The recipes of the run that a task lacks an answer to.
    func asked(of found: Candidate) throws(StoreError) -> [RecipeID] {
        try connection.all(
            """
            SELECT m.recipe_id FROM task AS t JOIN run AS u USING (run_id) JOIN recipe_set_member AS m USING
                (recipe_set_id)
            WHERE t.task_id = ? AND \(lacksAnswer) ORDER BY m.recipe_id
            """, .integer(found.task)
        ) { RecipeID($0.integer(0)) }
    }
}

/// A queued task that is to be claimed.
private struct Taken {
    let found: Candidate
    let key: ImageKey
    let asked: [RecipeID]
}

/// Whether a name is an object's in Cloud Storage.
private func isReference(_ path: FilePath) -> Bool { path.bytes.starts(with: "gs://".utf8) }

/// The most tasks one call looks at.
private let maxChecks = 4096

/// Milliseconds a task waits while its image runs for another.
private let pauseForOthers: Int64 = 500
