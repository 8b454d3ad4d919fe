internal import Crypto
internal import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Claims waiting tasks of a run for a worker, in order; call it within a transaction.
    ///
    /// A task whose every answer came from elsewhere meanwhile is done at once; one whose image another task has in
    /// hand waits a little. A task that must run alone is claimed only with `mayBeAlone`, and only when no other waits.
    /// One call looks at some thousands of tasks at most: it may claim none though more wait.
    ///
    /// With a bill every unit is written down as reserved, and what would pass a cap is not claimed. Of a paused run nothing is.
    package func claim(
        _ count: Int, of run: RunID, by worker: WorkerID, mayBeAlone: Bool, on billing: Billing? = nil
    ) throws(StoreError) -> Claimed {
        guard count > 0 else { return Claimed() }
        return try guarded { () throws(SQLiteError) in
            var claimed = Claimed()
            if try isPaused(run) {
                claimed.obstacle = .paused
                return claimed
            }
            var bill: Bill?
            if let billing { bill = try openBill(billing, run: run) }
            var looks = 0
            // Another run may have answered a million tasks of this one; they are ended a part at a time, so that the
            // write lock is soon free again.
            while claimed.claims.count < count, looks < mostLooks, claimed.obstacle == nil {
                let found = try waiting(in: run, alone: false, limit: max(64, count - claimed.claims.count))
                if found.isEmpty { break }
                for task in found where claimed.claims.count < count && claimed.obstacle == nil {
                    looks += 1
                    try take(task, for: worker, isAlone: false, on: &bill, into: &claimed)
                }
            }
            if claimed.claims.isEmpty, looks < mostLooks, mayBeAlone, claimed.obstacle == nil {
                for task in try waiting(in: run, alone: true, limit: 1) {
                    try take(task, for: worker, isAlone: true, on: &bill, into: &claimed)
                }
            }
            if let bill { try close(bill) }
            return claimed
        }
    }

    private func isPaused(_ run: RunID) throws(SQLiteError) -> Bool {
        try connection.first(
            "SELECT paused_at IS NOT NULL FROM run WHERE run_id = ?", .integer(run.value), read: { $0.integer(0) != 0 })
            ?? false
    }

    /// A waiting task before it is claimed.
    private struct Candidate {
        let task, image, path: Int64
        let tries: Int
        let sha256: [UInt8]
        let isAnswered, isInHand: Bool
    }

    private func waiting(in run: RunID, alone: Bool, limit: Int) throws(SQLiteError) -> [Candidate] {
        try connection.all(
            """
            SELECT t.task_id, t.image_id, t.path_id, t.tries, i.sha256,
                NOT EXISTS (SELECT 1 FROM feature_set_recipe AS s WHERE s.feature_set_id = t.feature_set_id
                    AND NOT EXISTS (SELECT 1 FROM result AS r WHERE r.image_id = t.image_id
                        AND r.recipe_id = s.recipe_id AND r.result_id > t.after_result)),
                EXISTS (SELECT 1 FROM task AS o WHERE o.image_id = t.image_id AND o.state = 'running')
            FROM task AS t JOIN image AS i USING (image_id)
            WHERE t.run_id = ? AND t.state = 'waiting' AND t.alone = \(alone ? 1 : 0) AND t.not_before <= ?
            ORDER BY t.not_before, t.task_id LIMIT ?
            """, .integer(run.value), .integer(now), Value(limit)
        ) {
            Candidate(
                task: $0.integer(0), image: $0.integer(1), path: $0.integer(2), tries: Int($0.integer(3)),
                sha256: $0.blob(4), isAnswered: $0.integer(5) != 0, isInHand: $0.integer(6) != 0)
        }
    }

    private func take(
        _ found: Candidate, for worker: WorkerID, isAlone: Bool, on bill: inout Bill?, into claimed: inout Claimed
    ) throws(SQLiteError) {
        if found.isAnswered {
            try connection.run(
                "UPDATE task SET state = 'done', finished_at = ? WHERE task_id = ?", .integer(now), .integer(found.task)
            )
            return
        }
        if found.isInHand {
            try keepClock()
            try connection.run(
                "UPDATE task SET not_before = ? WHERE task_id = ?", .integer(now + pauseForOthers), .integer(found.task)
            )
            return
        }
        guard let sha256 = Digest(bytes: found.sha256) else { return }
        let asked = try asked(of: found)
        let costs = bill == nil ? [] : try costs(of: asked)
        let sum = costs.reduce(0) { $0 + $1.microDollars }
        if let obstacle = bill?.obstacle(to: costs.count, costing: sum) {
            claimed.obstacle = .cap(obstacle)
            return
        }
        try connection.run(
            "INSERT INTO attempt (task_id, worker_id, started_at, outcome) VALUES (?, ?, ?, 'running')",
            .integer(found.task), .integer(worker.value), .integer(now))
        let attempt = connection.lastInsertedRow
        let locations = try locations(of: found.image, first: found.path)
        let reference = locations.first.flatMap { isReference($0.path) ? $0.path : nil }
        try connection.run(
            "UPDATE task SET state = 'running', attempt_id = ? WHERE task_id = ?", .integer(attempt),
            .integer(found.task))
        for cost in costs {
            bill?.take(cost.feature, costing: cost.microDollars)
            if let bill { try reserve(cost.recipe, cost.microDollars, of: attempt, on: bill) }
        }
        claimed.claims.append(
            Claim(
                task: TaskID(found.task), attempt: AttemptID(attempt), image: ImageID(found.image), sha256: sha256,
                asked: asked, tries: found.tries, lastCode: try lastCode(of: found), isAlone: isAlone,
                locations: reference == nil ? locations : [],
                reference: reference.map { String(decoding: $0.bytes, as: UTF8.self) }))
    }

    /// The recipes of a task that have no answer since it was queued.
    private func asked(of found: Candidate) throws(SQLiteError) -> [RecipeID] {
        try connection.all(
            """
            SELECT s.recipe_id FROM feature_set_recipe AS s JOIN task AS t USING (feature_set_id)
            WHERE t.task_id = ? AND NOT EXISTS (SELECT 1 FROM result AS r WHERE r.image_id = t.image_id
                AND r.recipe_id = s.recipe_id AND r.result_id > t.after_result)
            ORDER BY s.recipe_id
            """, .integer(found.task)
        ) { RecipeID($0.integer(0)) }
    }

    /// The code of the last attempt that counted; nil before the first.
    private func lastCode(of found: Candidate) throws(SQLiteError) -> String? {
        guard found.tries > 0 else { return nil }
        return try connection.first(
            """
            SELECT code FROM attempt WHERE task_id = ? AND outcome IN ('retry', 'failed') ORDER BY attempt_id DESC LIMIT 1
            """, .integer(found.task)
        ) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
    }

    /// Where an image's content was found, but for names that are gone; the preferred one first.
    private func locations(of image: Int64, first path: Int64) throws(SQLiteError) -> [FileLocation] {
        try connection.all(
            """
            SELECT p.path_id, f.path, p.name, p.bytes, p.modified_ns, p.inode
            FROM path AS p JOIN folder AS f USING (folder_id)
            WHERE p.image_id = ?1 AND (p.missing_at IS NULL OR p.path_id = ?2)
            ORDER BY p.path_id <> ?2, p.path_id LIMIT 16
            """, .integer(image), .integer(path)
        ) {
            FileLocation(
                id: PathID($0.integer(0)), path: frame.absolute(folder: $0.blob(1), name: $0.blob(2)),
                bytes: $0.integer(3), modifiedNanoseconds: $0.integer(4), inode: UInt64(bitPattern: $0.integer(5)))
        }
    }
}

/// Whether a name is an object's in Cloud Storage.
private func isReference(_ path: FilePath) -> Bool { path.bytes.starts(with: "gs://".utf8) }

/// The most tasks one call looks at.
private let mostLooks = 4096

/// Milliseconds a task waits while another has its image in hand.
private let pauseForOthers: Int64 = 500
