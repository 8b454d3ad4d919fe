internal import SQLite
internal import Storage
internal import Domain

extension SubmissionReader {
    /// What is known of an image with respect to what a submission asks; ask only for one whose file is there.
    ///
    /// A failure of the job counts that covers all that is lacking and came after any answer to it. One whose reason
    /// was that the file was gone, or held something else, counts no more: the file is there.
    ///
    /// - Parameters:
    ///   - since: answers older than this count as missing.
    ///   - run: the run that new tasks join, where there is one.
    func history(of image: ImageID, for submission: OpenSubmission, since: Timestamp?, in run: RunID?)
        throws(StoreError) -> ImageHistory
    {
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
        if submission.hasFloors {
            let floors = try connection.all(
                "SELECT f.recipe_id, f.generation FROM \(submission.floors(of: "?1"))", .integer(image.value)
            ) { (RecipeID($0.integer(0)), $0.integer(1)) }
            history.floors = Dictionary(uniqueKeysWithValues: floors)
        }
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
                newestFailure(submission.askedRows), .integer(image.value), .integer(since?.milliseconds ?? .min),
                .integer(submission.job.value)
            ) { (failure: readFailure($0), isNewest: $0.integer(7) != 0) }
        history.failure = failed?.failure
        history.isFailing = failed?.isNewest ?? false
        history.fileFailure =
            try connection.first(
                """
                SELECT stage, kind, code, message, details, \(askedAt), nights FROM task AS t
                WHERE image_id = ? AND state = 'failed' AND kind IN (\(fileKinds)) ORDER BY finished_at DESC LIMIT 1
                """, .integer(image.value), read: readFailure) ?? nil
        return history
    }
}

extension SubmissionReader {
    /// Whether tasks of a job have failed that ask for a later answer than one that is there.
    func hasFloors(_ job: JobID) throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM run AS u CROSS JOIN task AS t INDEXED BY task_failed
                ON t.run_id = u.run_id AND t.state = 'failed'
            CROSS JOIN task_floor AS f ON f.task_id = t.task_id
            WHERE u.job_id = ? AND u.failed > 0 LIMIT 1
            """, .integer(job.value)
        ) { _ in true } ?? false
    }
}

/// The newest failure of the image ?1 in the job ?3, and whether its newest task is the one that failed: only one that
/// covers all that is asked and has no answer since ?2, and that came after any answer to it.
///
/// - Parameter asked: rows of `recipe_id`.
private func newestFailure(_ asked: String) -> String {
    """
    SELECT t.stage, t.kind, t.code, t.message, t.details, \(askedAt), t.nights,
        t.run_id = (SELECT max(k.run_id) FROM task AS k JOIN run AS v ON v.run_id = k.run_id AND v.job_id = ?3
            WHERE k.image_id = ?1)
    FROM task AS t JOIN run AS u ON u.run_id = t.run_id AND u.job_id = ?3
    WHERE t.image_id = ?1 AND t.state = 'failed'
    AND t.kind NOT IN ('missing', 'changed') AND NOT EXISTS (
        SELECT 1 FROM (\(asked)) AS asked WHERE NOT EXISTS (SELECT 1 FROM answer AS r
            WHERE r.image_id = ?1
            AND r.recipe_id = asked.recipe_id AND r.is_newest = 1 AND r.annotated_at >= ?2)
        AND (NOT EXISTS (SELECT 1 FROM recipe_set_member AS tried
                WHERE tried.recipe_set_id = u.recipe_set_id AND tried.recipe_id = asked.recipe_id)
            OR EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = ?1
                AND r.recipe_id = asked.recipe_id AND r.annotated_at > t.finished_at)))
    ORDER BY t.run_id DESC LIMIT 1
    """
}

/// When a task `t` was asked last: it was queued then, or the process began that asked it later, after a cap or an
/// outage.
private let askedAt = """
    max(t.queued_at, ifnull((SELECT w.started_at FROM attempt AS a JOIN worker AS w USING (worker_id)
        WHERE a.task_id = t.task_id ORDER BY a.attempt_id DESC LIMIT 1), 0))
    """

/// Kinds of failure that lie in the file alone.
private let fileKinds = [Failure.Kind.empty, .notAnImage, .damaged, .unsupported]
    .map(literal).joined(separator: ", ")

/// A failure as a task has it: stage, kind, code, message, details, when it was asked, and for how many nights.
private func readFailure(_ row: Row) -> PastFailure? {
    guard let stage = Failure.Stage(rawValue: row.text(0)), let kind = Failure.Kind(rawValue: row.text(1)) else {
        return nil
    }
    var failure = Failure(stage: stage, kind: kind, code: row.optionalText(2), message: row.text(3))
    failure.details = row.optionalText(4)
    return PastFailure(
        failure, askedAt: Timestamp(milliseconds: row.integer(5)), nights: Int(row.integer(6)))
}
