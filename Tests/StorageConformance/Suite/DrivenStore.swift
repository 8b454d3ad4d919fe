internal import Domain
internal import Platform
internal import Storage

/// A store whose writes go through a driver.
final class DrivenStore: Store {
    private let store: any Store
    private let driver: Driver

    init(_ store: any Store, _ driver: Driver) {
        self.store = store
        self.driver = driver
    }

    var location: StoreLocation { store.location }
    var control: any RunControl { DrivenControl(store.control, driver) }
    var ledger: any LedgerControl { DrivenLedger(store.ledger, driver) }
    var answers: any AnswerArchive { DrivenArchive(store.answers, driver) }
    var corrections: any Corrections { store.corrections }

    func checkPresence() throws(StoreError) { try store.checkPresence() }

    func submission(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionSession {
        DrivenSubmission(
            try driver.write { () throws(StoreError) in try store.submission(request) }, driver)
    }

    func preview(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionPreview {
        try store.preview(request)
    }

    func worker(_ request: WorkerRequest) throws(StoreError) -> (any WorkerSession)? {
        let session = try driver.write { () throws(StoreError) in try store.worker(request) }
        return session.map { DrivenWorker($0, driver) }
    }

    func night(_ request: NightRequest) throws(StoreError) -> NightStart {
        switch try driver.write({ () throws(StoreError) in try store.night(request) }) {
        case .begun(let night): .begun(DrivenNight(night, driver))
        case .held(let holder): .held(by: holder)
        }
    }

    func rescue(seenFrom process: ProcessIdentity, _ records: [CrashRecord]) throws(StoreError) -> Rescue {
        var first: Rescue?
        return try driver.write { () throws(StoreError) in
            let rescue = try store.rescue(seenFrom: process, records)
            // A repeated call finds no dead worker any more.
            first = first ?? rescue
            return first ?? rescue
        }
    }

    func snapshot<Result>(_ body: (any Reports) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try store.snapshot(body)
    }

    func export<Result>(
        _ body: (any ExportRows) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        try store.export(body)
    }

    func query(
        _ statement: String, parameters: [String: Cell], deadline: QueryDeadline?, columns: ([String]) -> Void,
        row: ([Cell]) -> Bool
    ) throws(QueryError) {
        try store.query(statement, parameters: parameters, deadline: deadline, columns: columns, row: row)
    }

    func copy(to location: StoreLocation, replacing replaces: Bool) throws(StoreError) -> Int64 {
        try store.copy(to: location, replacing: replaces)
    }

    func adopt() throws(StoreError) -> StoreCopy? { try store.adopt() }

    func problems(_ progress: (_ done: Int, _ all: Int) -> Void) throws(StoreError) -> [String] {
        try store.problems(progress)
    }
    func size(since moment: Timestamp) throws(StoreError) -> StoreSize? { try store.size(since: moment) }
}
