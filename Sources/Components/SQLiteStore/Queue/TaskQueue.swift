internal import SQLite
internal import Storage
internal import Domain

/// The tasks of all runs: queued by submissions, claimed by workers, ended by what they report.
struct TaskQueue: Writer {
    let transaction: Transaction

    /// Queues an image in a run, or queues its ended task there again; a task that is queued or running is left alone.
    ///
    /// - Parameters:
    ///   - minGenerations: recipes of which only answers of a later generation will do.
    ///   - nights: the times in a row that it is queued because its failure may have passed.
    ///   - isNew: whether nothing was known of the image, so that no task can be there.
    /// - Returns: whether there is now one queued task more.
    func add(
        _ image: ImageID, at path: PathID, in run: RunID, reason: QueueReason,
        minGenerations: [RecipeID: Int64] = [:], nights: Int = 0, isNew: Bool = false
    ) throws(StoreError) -> Bool {
        let before = isNew ? nil : try state(of: image, in: run)
        if before == .queued || before == .running { return false }
        try connection.run(
            """
            INSERT INTO task (run_id, image_id, path_id, state, reason, reason_from, queued_at, nights)
            VALUES (?1, ?2, ?3, 'queued', ?4, ?5, ?6, ?7)
            """ + (before == nil ? "" : queueAgain), .integer(run.value), .integer(image.value),
            .integer(path.value), .text(reason.word), Value(reason.origin), .integer(now), Value(nights))
        transaction.count(1, of: run.value, from: before, to: .queued)
        if before == nil, minGenerations.isEmpty { return true }
        let task = try connection.first(
            "SELECT task_id FROM task WHERE image_id = ? AND run_id = ?", .integer(image.value), .integer(run.value)
        ) { $0.integer(0) }
        if let task { try set(minGenerations, of: task) }
        return true
    }

    /// Counts tasks as queued because a failure may have passed.
    func blame(_ tasks: [TaskID]) throws(StoreError) {
        for task in tasks {
            try connection.run(
                "UPDATE task SET nights = 1 WHERE task_id = ? AND nights = 0 AND state IN ('queued', 'running')",
                .integer(task.value))
        }
    }

    /// Writes down that an image fails in a run, too, as it failed before, and when it was asked then; a task that is
    /// queued or running is left alone.
    ///
    /// - Parameter minGenerations: recipes whose answers up to a generation do not make up for the failure.
    func copyFailure(
        _ past: PastFailure, of image: ImageID, at path: PathID, in run: RunID, minGenerations: [RecipeID: Int64] = [:]
    ) throws(StoreError) {
        let before = try state(of: image, in: run)
        if before == .queued || before == .running { return }
        let failure = past.failure
        let task = try connection.first(
            """
            INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at, finished_at,
                stage, kind, code, message, details, nights)
            VALUES (?1, ?2, ?3, 'failed', 'failed_before', ?10, ?4, ?5, ?6, ?7, ?8, ?9, ?11)
            ON CONFLICT (image_id, run_id) DO UPDATE SET
                state = 'failed', path_id = excluded.path_id, reason = excluded.reason, reason_from = NULL,
                queued_at = excluded.queued_at, finished_at = excluded.finished_at, stage = excluded.stage,
                kind = excluded.kind, code = excluded.code, message = excluded.message, details = excluded.details,
                nights = excluded.nights
            RETURNING task_id
            """, .integer(run.value), .integer(image.value), .integer(path.value), .integer(now),
            .text(failure.stage.rawValue), .text(failure.kind.rawValue), Value(failure.code),
            .text(failure.message),
            Value(failure.details), .integer(past.askedAt.milliseconds), Value(past.nights)
        ) { $0.integer(0) }
        transaction.count(1, of: run.value, from: before, to: .failed)
        if let task { try set(minGenerations, of: task) }
    }

    /// Sets the recipes of which a task wants only answers of a later generation.
    private func set(_ minGenerations: [RecipeID: Int64], of task: Int64) throws(StoreError) {
        try connection.run("DELETE FROM task_floor WHERE task_id = ?", .integer(task))
        for (recipe, generation) in minGenerations.sorted(by: { $0.key < $1.key }) {
            try connection.run(
                "INSERT INTO task_floor (task_id, recipe_id, generation) VALUES (?, ?, ?)", .integer(task),
                .integer(recipe.value), .integer(generation))
        }
    }

    private func state(of image: ImageID, in run: RunID) throws(StoreError) -> TaskState? {
        try connection.first(
            "SELECT state FROM task WHERE image_id = ? AND run_id = ?", .integer(image.value), .integer(run.value)
        ) { TaskState(rawValue: $0.text(0)) } ?? nil
    }
}

private let queueAgain = """
     ON CONFLICT (image_id, run_id) DO UPDATE SET
        state = 'queued', path_id = excluded.path_id, reason = excluded.reason, reason_from = excluded.reason_from,
        queued_at = excluded.queued_at, not_before = 0, attempt_count = 0, crash_count = 0, send_content = 0,
        nights = excluded.nights,
        finished_at = NULL, stage = NULL, kind = NULL, code = NULL, message = NULL, details = NULL
    """
