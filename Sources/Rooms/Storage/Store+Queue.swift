internal import SQLite
package import Vocabulary

extension Store {
    /// What is known of an image with respect to what a submission asks; ask only for one whose file is there.
    ///
    /// A failure of the job counts that covers all that is lacking and came after any answer to it. One whose reason was
    /// that the file was gone, or held something else, counts no more: the file is there.
    ///
    /// - Parameters:
    ///   - since: answers older than this count as missing.
    ///   - run: the run that new tasks join, where there is one.
    package func history(of image: ImageID, for submission: OpenSubmission, since: Timestamp?, in run: RunID?)
        throws(StoreError) -> ImageHistory
    {
        try guarded { () throws(SQLiteError) in
            var history = ImageHistory()
            let wanted = submission.recipes + submission.before
            history.answers = try connection.all(
                "SELECT recipe_id, annotated_at, generation FROM answer WHERE image_id = ? AND is_newest = 1",
                .integer(image.value)
            ) {
                .init(
                    recipe: RecipeID($0.integer(0)), at: Timestamp(milliseconds: $0.integer(1)),
                    generation: $0.integer(2))
            }.filter { wanted.contains($0.recipe) }
            if let run {
                history.taskInRun =
                    try connection.first(
                        """
                        SELECT state FROM task WHERE image_id = ? AND run_id = ?
                        AND (state <> 'failed' OR kind NOT IN ('missing', 'changed'))
                        """, .integer(image.value), .integer(run.value)
                    ) { TaskState(rawValue: $0.text(0)) } ?? nil
            }
            let failed =
                try connection.first(
                    """
                    SELECT t.stage, t.kind, t.code, t.message, t.details,
                        t.run_id = (SELECT max(k.run_id) FROM task AS k JOIN run AS v ON v.run_id = k.run_id AND v.job_id = ?4
                            WHERE k.image_id = ?1)
                    FROM task AS t JOIN run AS u ON u.run_id = t.run_id AND u.job_id = ?4
                    WHERE t.image_id = ?1 AND t.state = 'failed'
                    AND t.kind NOT IN ('missing', 'changed') AND NOT EXISTS (
                        SELECT 1 FROM recipe_set_member AS asked WHERE asked.recipe_set_id = ?2
                        AND NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = ?1
                            AND r.recipe_id = asked.recipe_id AND r.is_newest = 1 AND r.annotated_at >= ?3)
                        AND (NOT EXISTS (SELECT 1 FROM recipe_set_member AS tried
                                WHERE tried.recipe_set_id = u.recipe_set_id AND tried.recipe_id = asked.recipe_id)
                            OR EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = ?1
                                AND r.recipe_id = asked.recipe_id AND r.annotated_at > t.finished_at)))
                    ORDER BY t.run_id DESC LIMIT 1
                    """, .integer(image.value), .integer(submission.set.value), .integer(since?.milliseconds ?? .min),
                    .integer(submission.job.value)
                ) { (failure: readFailure($0), isNewest: $0.integer(5) != 0) }
            history.failure = failed?.failure
            history.isFailing = failed?.isNewest ?? false
            history.fileFailure =
                try connection.first(
                    """
                    SELECT stage, kind, code, message, details FROM task WHERE image_id = ? AND state = 'failed'
                    AND kind IN (\(fileKinds)) ORDER BY finished_at DESC LIMIT 1
                    """, .integer(image.value), read: readFailure) ?? nil
            return history
        }
    }

    /// Queues an image in a run, or queues its ended task there again; a task that is queued or running is left alone.
    ///
    /// - Parameters:
    ///   - floors: recipes of which only answers of a later generation will do.
    ///   - isNew: whether nothing was known of the image, so that no task can be there.
    /// - Returns: whether there is now one queued task more.
    package func queue(
        _ image: ImageID, at path: PathID, in run: RunID, because reason: QueueReason,
        floors: [RecipeID: Int64] = [:], isNew: Bool = false
    ) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            let before = isNew ? nil : try state(of: image, in: run)
            if before == .waiting || before == .running { return false }
            try connection.run(
                """
                INSERT INTO task (run_id, image_id, path_id, state, reason, reason_from, queued_at)
                VALUES (?1, ?2, ?3, 'queued', ?4, ?5, ?6)
                """ + (before == nil ? "" : queueAgain), .integer(run.value), .integer(image.value),
                .integer(path.value), .text(reason.word), Value(reason.origin), .integer(now))
            counters.move(1, of: run.value, from: before, to: .waiting)
            if before == nil, floors.isEmpty { return true }
            let task = try connection.first(
                "SELECT task_id FROM task WHERE image_id = ? AND run_id = ?", .integer(image.value), .integer(run.value)
            ) { $0.integer(0) }
            if let task { try set(floors, of: task) }
            return true
        }
    }

    /// Writes down that an image fails in a run, too, as it failed before; a task that is queued or running is left alone.
    ///
    /// - Parameter floors: recipes whose answers up to a generation do not make up for the failure.
    package func takeOver(
        _ failure: Failure, of image: ImageID, at path: PathID, in run: RunID, floors: [RecipeID: Int64] = [:]
    ) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            let before = try state(of: image, in: run)
            if before == .waiting || before == .running { return }
            let task = try connection.first(
                """
                INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at, finished_at,
                    stage, kind, code, message, details)
                VALUES (?1, ?2, ?3, 'failed', 'failed_before', ?4, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT (image_id, run_id) DO UPDATE SET
                    state = 'failed', path_id = excluded.path_id, reason = excluded.reason, reason_from = NULL,
                    queued_at = excluded.queued_at, finished_at = excluded.finished_at, stage = excluded.stage,
                    kind = excluded.kind, code = excluded.code, message = excluded.message, details = excluded.details
                RETURNING task_id
                """, .integer(run.value), .integer(image.value), .integer(path.value), .integer(now),
                .text(failure.stage.rawValue), .text(failure.kind.rawValue), Value(failure.code),
                .text(failure.message),
                Value(failure.details)
            ) { $0.integer(0) }
            counters.move(1, of: run.value, from: before, to: .failed)
            if let task { try set(floors, of: task) }
        }
    }

    /// Sets the recipes of which a task wants only answers of a later generation.
    private func set(_ floors: [RecipeID: Int64], of task: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM task_floor WHERE task_id = ?", .integer(task))
        for (recipe, generation) in floors.sorted(by: { $0.key < $1.key }) {
            try connection.run(
                "INSERT INTO task_floor (task_id, recipe_id, generation) VALUES (?, ?, ?)", .integer(task),
                .integer(recipe.value), .integer(generation))
        }
    }

    private func state(of image: ImageID, in run: RunID) throws(SQLiteError) -> TaskState? {
        try connection.first(
            "SELECT state FROM task WHERE image_id = ? AND run_id = ?", .integer(image.value), .integer(run.value)
        ) { TaskState(rawValue: $0.text(0)) } ?? nil
    }
}

private let queueAgain = """
     ON CONFLICT (image_id, run_id) DO UPDATE SET
        state = 'queued', path_id = excluded.path_id, reason = excluded.reason, reason_from = excluded.reason_from,
        queued_at = excluded.queued_at, not_before = 0, attempt_count = 0, crash_count = 0, send_content = 0,
        finished_at = NULL, stage = NULL, kind = NULL, code = NULL, message = NULL, details = NULL
    """

/// Kinds of failure that lie in the file alone.
private let fileKinds = [Failure.Kind.empty, .notAnImage, .damaged, .unsupported]
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")

/// A failure as a task has it: stage, kind, code, message, details.
private func readFailure(_ row: Statement) -> Failure? {
    guard let stage = Failure.Stage(rawValue: row.text(0)), let kind = Failure.Kind(rawValue: row.text(1)) else {
        return nil
    }
    var failure = Failure(stage: stage, kind: kind, code: row.optionalText(2), message: row.text(3))
    failure.details = row.optionalText(4)
    return failure
}
