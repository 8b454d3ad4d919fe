internal import Storage
internal import Domain

/// The kept responses and what was read from them, in a SQLite store.
final class SQLiteArchive: AnswerArchive {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func responses(after last: AttemptID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [StoredResponse]
    {
        try database.answers.responses(after: last ?? AttemptID(0), in: run, of: backends, limit: limit)
    }

    func failedResponses(after last: TaskID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [FailedResponse]
    {
        try database.answers.failedResponses(after: last ?? TaskID(0), in: run, of: backends, limit: limit)
    }

    func countAnswers(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int {
        try database.answers.countAnswers(in: run, notOf: backends)
    }

    func replaceAnnotations(_ answers: [(answer: ResultID, annotations: [Annotation])])
        throws(StoreError) -> Set<ResultID>
    {
        // What is there already is found without the write lock.
        var changed: [(answer: ResultID, annotations: [Annotation])] = []
        for one in answers where try !database.answers.holds(one.annotations, in: one.answer) { changed.append(one) }
        if changed.isEmpty { return [] }
        try database.write { transaction throws(StoreError) in
            for one in changed { try transaction.answers.replaceAnnotations(of: one.answer, with: one.annotations) }
        }
        return Set(changed.map(\.answer))
    }

    func complete(_ response: FailedResponse, with answers: [Answer]) throws(StoreError) -> Bool {
        try database.write { transaction throws(StoreError) in try transaction.answers.complete(response, with: answers)
        }
    }
}
