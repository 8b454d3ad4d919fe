internal import SQLite
internal import Storage
internal import Domain

/// Answers with their annotations, and the responses that they were read from.
struct Answers: Writer {
    let transaction: Transaction

    /// Keeps one answer as the next generation of its work key, which is the newest from then on.
    func insert(_ answer: Answer, to image: Int64, in run: Int64, of attempt: Int64, at moment: Int64)
        throws(StoreError)
    {
        let recipe = try database.recipes.registered(answer.recipe)
        let newest = try connection.first(
            "SELECT max(generation) FROM answer WHERE image_id = ? AND recipe_id = ?", .integer(image), .integer(recipe)
        ) { $0.integer(0) }
        if let newest, newest > 0 {
            try connection.run(
                "UPDATE answer SET is_newest = 0 WHERE image_id = ? AND recipe_id = ? AND is_newest = 1",
                .integer(image), .integer(recipe))
        }
        try connection.run(
            """
            INSERT INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at,
                lacks_symbols)
            VALUES (?, ?, ?, 1, ?, ?, ?, ?)
            """,
            .integer(image), .integer(recipe), .integer(1 + (newest ?? 0)), .integer(run), .integer(attempt),
            .integer(moment), answer.lacksSymbols ? .integer(1) : .null)
        try insert(answer.annotations, into: connection.lastInsertedRow)
    }

    /// Keeps a further answer that was read from the response of another one; false where there is one by now.
    func keep(_ answer: Answer, beside other: ResultID) throws(StoreError) -> Bool {
        let recipe = try database.recipes.registered(answer.recipe)
        let source = try connection.first(
            """
            SELECT image_id, run_id, attempt_id, annotated_at FROM answer AS r WHERE answer_id = ?1
                AND NOT EXISTS (SELECT 1 FROM answer AS o WHERE o.image_id = r.image_id AND o.recipe_id = ?2)
            """, .integer(other.value), .integer(recipe)
        ) { (image: $0.integer(0), run: $0.integer(1), attempt: $0.integer(2), at: $0.integer(3)) }
        guard let source else { return false }
        try insert(answer, to: source.image, in: source.run, of: source.attempt, at: source.at)
        return true
    }

    /// Keeps the raw response of an attempt.
    func insert(_ raw: CompressedResponse, of attempt: AttemptID) throws(StoreError) {
        guard !raw.bytes.isEmpty else { return }
        try connection.run(
            "INSERT INTO response (attempt_id, body, sent_width, sent_height) VALUES (?, ?, ?, ?)",
            .integer(attempt.value), .blob(raw.bytes), Value(raw.sent?.width), Value(raw.sent?.height))
    }

    /// Puts annotations in the place of those that an answer had.
    ///
    /// The answer's generation and moment stay, and the annotations are numbered by their places again. Where others
    /// only follow those that are there, as symbols do, nothing else is written.
    ///
    /// - Returns: false, and nothing is changed, where it was read without the symbols that the answer got meanwhile.
    func replace(_ reread: RereadAnswer) throws(StoreError) -> Bool {
        let answer = reread.id.value
        let hasSymbols = try !database.answers.lacksSymbols(answer)
        if reread.lacksSymbols, hasSymbols { return false }
        let kept = try database.answers.rows(of: answer)
        let isLonger = AnnotationRow.rows(of: reread.annotations).starts(with: kept)
        if !isLonger { try removeAnnotations(of: answer) }
        try insert(reread.annotations, into: answer, from: isLonger ? kept.count : 0)
        try connection.run(
            "UPDATE answer SET lacks_symbols = ?2 WHERE answer_id = ?1 AND lacks_symbols IS NOT ?2",
            .integer(answer), reread.lacksSymbols ? .integer(1) : .null)
        return true
    }

    /// Ends a failed task as done, with the answers that were read from its kept response.
    ///
    /// Each answer is the next generation of its work key, of the moment when the response came. The attempt stays as
    /// it ended, and so do its units.
    ///
    /// - Returns: false, and nothing is changed, where the task was queued again or its image was answered meanwhile.
    func complete(_ response: FailedResponse, with answers: [Answer]) throws(StoreError) -> Bool {
        let found = try connection.first(
            """
            SELECT t.image_id, t.run_id, a.ended_at FROM task AS t JOIN attempt AS a USING (task_id)
            WHERE t.task_id = ?1 AND t.state = 'failed' AND a.attempt_id = ?2
                AND a.attempt_id = (SELECT max(o.attempt_id)
                    FROM attempt AS o JOIN response USING (attempt_id) WHERE o.task_id = ?1)
            """, .integer(response.task.value), .integer(response.attempt.value)
        ) { (image: $0.integer(0), run: $0.integer(1), endedAt: $0.integer(2)) }
        // Another job may have got an answer meanwhile, which is newer than this response.
        guard let found, try database.answers.unanswered(of: response.task) == answers.map(\.recipe) else {
            return false
        }
        for answer in answers {
            try insert(answer, to: found.image, in: found.run, of: response.attempt.value, at: found.endedAt)
        }
        try connection.run(
            """
            UPDATE OR ROLLBACK task SET state = 'done', finished_at = ?2, stage = NULL, kind = NULL, code = NULL,
                message = NULL, details = NULL
            WHERE task_id = ?1
            """, .integer(response.task.value), .integer(now))
        transaction.count(1, of: found.run, from: .failed, to: .done)
        return true
    }
}

extension Answers {
    /// The number of a word with the entity it names; a new one is kept.
    func term(_ description: String, _ mid: String?) throws(StoreError) -> Int64 {
        let term = Term(description: description, mid: mid?.isEmpty ?? true ? nil : mid)
        if let known = database.caches.terms[term] { return known }
        let number = try number(of: term)
        database.caches.terms.remember(number, for: term)
        return number
    }

    private func number(of term: Term) throws(StoreError) -> Int64 {
        let known = try connection.first(
            "SELECT term_id FROM term WHERE description = ?1 AND ifnull(mid, '') = ifnull(?2, '')",
            .text(term.description), Value(term.mid)
        ) { $0.integer(0) }
        if let known { return known }
        try connection.run(
            "INSERT OR ROLLBACK INTO term (description, mid) VALUES (?, ?)", .text(term.description), Value(term.mid))
        return connection.lastInsertedRow
    }
}
