internal import SQLite
internal import Storage
internal import Domain

extension AnswerReader {
    /// Some of the kept responses of tasks that failed, each task's newest, in the order of the tasks.
    ///
    /// - Parameters:
    ///   - after: the task behind which the page begins.
    ///   - run: only what was asked in this run.
    ///   - backends: only what these kinds were asked.
    ///   - limit: the most.
    func failedResponses(after: TaskID, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [FailedResponse]
    {
        let found = try connection.all(
            """
            SELECT t.task_id, s.attempt_id, s.body, s.sent_width, s.sent_height, i.width, i.height, \(pathBytes)
            FROM task AS t JOIN image AS i USING (image_id) JOIN path AS p ON p.path_id = t.path_id
                JOIN run AS u USING (run_id)
                JOIN response AS s ON s.attempt_id = (SELECT max(a.attempt_id)
                    FROM attempt AS a JOIN response USING (attempt_id) WHERE a.task_id = t.task_id)
            WHERE t.task_id > ?1 AND t.state = 'failed' AND (?2 IS NULL OR t.run_id = ?2)
                AND EXISTS (SELECT 1 FROM recipe_set_member AS m JOIN recipe AS c USING (recipe_id)
                    WHERE m.recipe_set_id = u.recipe_set_id AND \(isOneOf(backends)))
            ORDER BY t.task_id LIMIT ?3
            """, .integer(after.value), Value(run?.value), Value(limit)
        ) { row in
            (
                task: TaskID(row.integer(0)), attempt: AttemptID(row.integer(1)), body: row.blob(2),
                sent: size(row, 3), original: size(row, 5), path: row.blob(7)
            )
        }
        var responses: [FailedResponse] = []
        for one in found {
            responses.append(
                FailedResponse(
                    task: one.task, attempt: one.attempt, path: one.path,
                    raw: raw(one.body, sent: one.sent), original: one.original,
                    unanswered: try unanswered(of: one.task)))
        }
        return responses
    }

    /// What a task asks and has no answer to.
    func unanswered(of task: TaskID) throws(StoreError) -> [Recipe] {
        try connection.all(
            """
            SELECT \(recipeColumns), c.recipe_id FROM task AS t JOIN run AS u USING (run_id)
            JOIN recipe_set_member AS m USING (recipe_set_id) JOIN recipe AS c USING (recipe_id)
            WHERE t.task_id = ? AND \(lacksAnswer) ORDER BY c.recipe_id
            """, .integer(task.value)
        ) { row -> Recipe? in
            let found = recipe(row, 0)
            if found == nil { row.refuse("row \(row.integer(6)) of recipe names no feature") }
            return found
        }.compactMap { $0 }
    }
}
