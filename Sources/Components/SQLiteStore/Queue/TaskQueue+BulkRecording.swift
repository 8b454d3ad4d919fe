internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension TaskQueue {
    /// Whether two ends can be written down by the same statements: of neighbours by number, with answers to all that
    /// was asked in one call.
    func canBatch(_ left: AttemptResult, _ right: AttemptResult) -> Bool {
        left.claim.attempt.value + 1 == right.claim.attempt.value && left.claim.task.value + 1 == right.claim.task.value
            && left.isAnswered && right.isAnswered && left.metrics == right.metrics
            && left.claim.asked == right.claim.asked
            && left.answers.elementsEqual(right.answers) {
                $0.recipe == $1.recipe && $0.lacksSymbols == $1.lacksSymbols
            }
    }

    /// Records ends that `canBatch`, each step of them all at once.
    ///
    /// - Returns: false, and nothing is changed, where they must be looked at one by one: when the fence holds one off,
    ///   a unit was not sent, or an image was answered before.
    func recordBatch(_ ends: ArraySlice<AttemptResult>, in run: RunID) throws(StoreError) -> Bool {
        guard let first = ends.first, ends.count > 1, let call = first.metrics else { return false }
        let part = IDRange(task: first.claim.task.value, attempt: first.claim.attempt.value, count: ends.count)
        var recipes: [Int64] = []
        for answer in first.answers { recipes.append(try database.recipes.registered(answer.recipe)) }
        guard recipes.map(RecipeID.init).sorted() == first.claim.asked, try isHeldAndNew(part, recipes),
            let settled = try sentUnits(of: part, recipes, answers: first.answers, in: run)
        else { return false }
        let all = ends.span
        try end(part, call)
        transaction.count(part.count, of: run.value, from: .running, to: .done)
        for (key, units, paid) in settled { database.sums.settle(units, paid: paid, in: key) }
        for (index, recipe) in recipes.enumerated() {
            let first = try keepAnswers(of: part, recipe, lackSymbols: first.answers[index].lacksSymbols, in: run)
            for image in all.indices {
                try transaction.answers.insert(all[image].answers[index].annotations, into: first + Int64(image))
            }
        }
        for index in all.indices {
            if let raw = all[index].raw { try transaction.answers.insert(raw, of: all[index].claim.attempt) }
            if let original = all[index].original {
                try transaction.catalog.upsert(original, of: all[index].claim.image)
            }
        }
        return true
    }

    /// Whether every one of the attempts is still its task's, and none of the images has an answer to one of the
    /// recipes yet.
    private func isHeldAndNew(_ part: IDRange, _ recipes: [Int64]) throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT count(*), ifnull(max(EXISTS (SELECT 1 FROM answer AS r
                WHERE r.image_id = t.image_id AND r.recipe_id IN (\(list(recipes))))), 0)
            FROM task AS t
            WHERE t.task_id BETWEEN ?1 AND ?2 AND t.attempt_id = t.task_id + ?3 AND t.state = 'running'
            """, .integer(part.task), .integer(part.lastTask), .integer(part.offset)
        ) { Int($0.integer(0)) == part.count && $0.integer(1) == 0 } ?? false
    }

    /// The sums that the units of these recipes belong to; nil where there is a unit that is not simply sent and
    /// settled.
    private func sentUnits(of part: IDRange, _ recipes: [Int64], answers: [Answer], in run: RunID)
        throws(StoreError) -> [(key: LedgerDelta.Key, units: Int, paid: Int)]?
    {
        var found: [(key: LedgerDelta.Key, units: Int, paid: Int)] = []
        var units = 0
        let open = try connection.first(
            """
            SELECT count(*) FROM ledger WHERE attempt_id BETWEEN ? AND ? AND (state = 'reserved' OR state = 'sent')
            """, .integer(part.attempt), .integer(part.lastAttempt)
        ) { Int($0.integer(0)) }
        if open == 0 { return [] }
        for (recipe, answer) in zip(recipes, answers) {
            let line = try connection.first(
                """
                SELECT count(*), min(account_id), max(account_id), min(day), max(day), sum(micro_usd > 0) FROM ledger
                WHERE attempt_id BETWEEN ? AND ? AND recipe_id = ? AND state = 'sent'
                """, .integer(part.attempt), .integer(part.lastAttempt), .integer(recipe)
            ) { row -> (key: LedgerDelta.Key, units: Int, paid: Int)? in
                let day = row.text(3)
                guard row.integer(1) == row.integer(2), day == row.text(4) else { return nil }
                return (
                    LedgerDelta.Key(
                        run: run.value, account: row.integer(1), month: VendorDay.month(of: day),
                        feature: answer.recipe.feature.rawValue),
                    Int(row.integer(0)), Int(row.integer(5))
                )
            }
            guard let line = line ?? nil, line.units == part.count else { return nil }
            units += line.units
            found.append(line)
        }
        return units == open ? found : nil
    }

    /// Moves tasks, attempts and units.
    ///
    /// A running task has no failure that would have to be taken away.
    private func end(_ part: IDRange, _ call: CallMetrics) throws(StoreError) {
        try connection.run(
            """
            UPDATE OR ROLLBACK task SET attempt_id = NULL, state = 'done', finished_at = ?,
                attempt_count = attempt_count + 1, not_before = 0
            WHERE task_id BETWEEN ? AND ?
            """, .integer(now), .integer(part.task), .integer(part.lastTask))
        try connection.run(
            """
            UPDATE OR ROLLBACK attempt SET outcome = 'answered', ended_at = ?, latency_ms = ?, http_status = ?, \
            request_bytes = ?,
                images_in_request = ?
            WHERE attempt_id BETWEEN ? AND ?
            """,
            .integer(now), .integer(call.latency.milliseconds), Value(call.httpStatus),
            Value(call.requestBytes), Value(call.images), .integer(part.attempt), .integer(part.lastAttempt))
        try connection.run(
            """
            UPDATE OR ROLLBACK ledger SET state = 'settled', changed_at = ?
            WHERE attempt_id BETWEEN ? AND ? AND state = 'sent'
            """, .integer(now), .integer(part.attempt), .integer(part.lastAttempt))
    }

    /// Keeps the first answers to one recipe.
    ///
    /// - Returns: the first answer's number; the others follow in the order of the tasks.
    private func keepAnswers(of part: IDRange, _ recipe: Int64, lackSymbols: Bool, in run: RunID)
        throws(StoreError) -> Int64
    {
        try connection.run(
            """
            INSERT OR ROLLBACK INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id,
                annotated_at, lacks_symbols)
            SELECT image_id, ?, 1, 1, ?, task_id + ?, ?, ? FROM task WHERE task_id BETWEEN ? AND ? ORDER BY task_id
            """,
            .integer(recipe), .integer(run.value), .integer(part.offset), .integer(now),
            lackSymbols ? .integer(1) : .null, .integer(part.task), .integer(part.lastTask))
        return connection.lastInsertedRow - Int64(part.count) + 1
    }
}

extension AttemptResult {
    fileprivate var isAnswered: Bool { if case .answered = outcome { true } else { false } }
}
