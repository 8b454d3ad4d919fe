internal import Storage
internal import Domain

/// Kept responses whose writes go through a driver.
final class DrivenArchive: AnswerArchive {
    private let archive: any AnswerArchive
    private let driver: Driver

    init(_ archive: any AnswerArchive, _ driver: Driver) {
        self.archive = archive
        self.driver = driver
    }

    func responses(after last: AttemptID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [StoredResponse]
    {
        try archive.responses(after: last, in: run, of: backends, limit: limit)
    }

    func failedResponses(after last: TaskID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [FailedResponse]
    {
        try archive.failedResponses(after: last, in: run, of: backends, limit: limit)
    }

    func countAnswers(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int {
        try archive.countAnswers(in: run, notOf: backends)
    }

    func responsesLackingSymbols(
        of recipe: Recipe, job name: String, after last: AttemptID?, limit: Int
    ) throws(StoreError) -> [StoredResponse] {
        try archive.responsesLackingSymbols(of: recipe, job: name, after: last, limit: limit)
    }

    func responses(
        answering recipe: Recipe, notYet other: Recipe, job name: String, after last: ImageID?, limit: Int
    ) throws(StoreError) -> [ReusableResponse] {
        try archive.responses(answering: recipe, notYet: other, job: name, after: last, limit: limit)
    }

    func keep(_ answers: [(answer: Answer, beside: ResultID)]) throws(StoreError) -> Int {
        try driver.order { () throws(StoreError) in try archive.keep(answers) }
    }

    func replaceAnnotations(_ answers: [RereadAnswer]) throws(StoreError) -> Set<ResultID> {
        try driver.order { () throws(StoreError) in try archive.replaceAnnotations(answers) }
    }

    func complete(_ response: FailedResponse, with answers: [Answer]) throws(StoreError) -> Bool {
        try driver.order { () throws(StoreError) in try archive.complete(response, with: answers) }
    }
}
