internal import SQLite
internal import Storage
internal import Domain

extension TaskQueue {
    /// The claims that a worker still holds of those that came with its last exchange.
    ///
    /// - Parameter before: the newest attempt before that exchange.
    func claims(of worker: WorkerID, after before: Int64, in run: RunID, from volume: Volume)
        throws(StoreError) -> [Claim]
    {
        let held = try connection.all(
            """
            SELECT t.task_id, t.image_id, t.path_id, t.attempt_count, t.send_content, t.isolated,
                a.attempt_id, \(imageKeyColumns), t.nights
            FROM attempt AS a CROSS JOIN task AS t USING (task_id) CROSS JOIN image AS i USING (image_id)
            WHERE a.attempt_id > ? AND a.worker_id = ? AND a.run_id = ? AND a.outcome = 'running'
                AND t.attempt_id = a.attempt_id AND t.state = 'running'
            ORDER BY a.attempt_id
            """, .integer(before), .integer(worker.value), .integer(run.value)
        ) { row in
            let found = Candidate(
                task: row.integer(0), image: row.integer(1), path: row.integer(2),
                attemptCount: Int(row.integer(3)),
                sendsContent: row.integer(4) != 0, key: ImageKey(row, at: 7), hasAnswers: true, isRunning: true,
                isNightRetry: row.integer(11) != 0, location: nil)
            return (found: found, isIsolated: row.integer(5) != 0, attempt: row.integer(6))
        }
        let filter = try filter(of: volume)
        var claims: [Claim] = []
        for (found, isIsolated, attempt) in held {
            guard let key = found.key else { throw connection.damage("row \(found.image) of image holds no key") }
            let booked = try booked(by: attempt)
            let asked = booked.isEmpty ? try asked(of: found) : booked
            claims.append(try claim(found, key: key, asking: asked, as: attempt, isIsolated: isIsolated, filter))
        }
        return claims
    }

    /// The recipes that an attempt has units of: what it asked, where it is billed.
    private func booked(by attempt: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            "SELECT recipe_id FROM ledger WHERE attempt_id = ? ORDER BY recipe_id", .integer(attempt)
        ) { RecipeID($0.integer(0)) }
    }
}

/// A queued task before it is claimed.
struct Candidate {
    let task, image, path: Int64
    let attemptCount: Int
    let sendsContent: Bool
    /// Nil where its row is damaged.
    let key: ImageKey?
    /// Whether there is any answer to one of the recipes.
    let hasAnswers: Bool
    /// Whether its image runs for another task.
    let isRunning: Bool
    /// Whether it was queued by itself because its failure might have passed.
    let isNightRetry: Bool
    /// Its name, where that is the only one of its image.
    let location: FileLocation?
}

/// What came of a look for tasks.
struct Claimed {
    var claims: [Claim] = []
    /// What kept further tasks queued: a cap, or an order of the user.
    var stopReason: StopReason?
}
