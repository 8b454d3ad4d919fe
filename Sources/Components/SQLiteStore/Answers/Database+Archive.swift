internal import SQLite
internal import Storage
internal import Domain

/// The kept responses and what was read from them, in a SQLite store.
extension Database: AnswerArchive {
    func responses(after last: AttemptID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [StoredResponse]
    {
        try answers.responses(after: last ?? AttemptID(0), in: run, of: backends, limit: limit)
    }

    func failedResponses(after last: TaskID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [FailedResponse]
    {
        try answers.failedResponses(after: last ?? TaskID(0), in: run, of: backends, limit: limit)
    }

    func countAnswers(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int {
        try answers.countAnswers(in: run, notOf: backends)
    }

    func responsesLackingSymbols(
        of recipe: Recipe, job name: String, after last: AttemptID?, limit: Int
    ) throws(StoreError) -> [StoredResponse] {
        try answers.responsesLackingSymbols(of: recipe, job: name, after: last, limit: limit)
    }

    func responses(
        answering recipe: Recipe, notYet other: Recipe, job name: String, after last: ImageID?, limit: Int
    ) throws(StoreError) -> [ReusableResponse] {
        try answers.responses(answering: recipe, notYet: other, job: name, after: last ?? ImageID(0), limit: limit)
    }

    func keep(_ answers: [(answer: Answer, beside: ResultID)]) throws(StoreError) -> Int {
        if answers.isEmpty { return 0 }
        return try write { transaction throws(StoreError) in
            try answers.count { one throws(StoreError) in
                try transaction.answers.keep(one.answer, beside: one.beside)
            }
        }
    }

    func replaceAnnotations(_ answers: [RereadAnswer]) throws(StoreError) -> Set<ResultID> {
        // What is there already is found without the write lock.
        var others: [RereadAnswer] = []
        for one in answers where try !self.answers.holds(one) { others.append(one) }
        if others.isEmpty { return [] }
        return try write { transaction throws(StoreError) in
            var changed: Set<ResultID> = []
            for one in others where try transaction.answers.replace(one) { changed.insert(one.id) }
            // Exports know an answer by its number, which stays.
            guard !changed.isEmpty else { return changed }
            try connection.run(
                """
                INSERT INTO property (name, value) VALUES ('rereads', '1')
                ON CONFLICT DO UPDATE SET value = CAST(value AS INTEGER) + 1
                """)
            return changed
        }
    }

    func complete(_ response: FailedResponse, with answers: [Answer]) throws(StoreError) -> Bool {
        try write { transaction throws(StoreError) in try transaction.answers.complete(response, with: answers)
        }
    }
}
