package import Platform
internal import SQLite
package import Storage
package import Domain
internal import Accounting

/// A store in one SQLite file.
package final class SQLiteStore: Store {
    /// The file, opened.
    let database: Database

    /// Opens a store.
    package init(at path: FilePath, for purpose: StorePurpose, clock: Clock) throws(StoreError) {
        database = try Database(at: path, for: purpose, clock: clock)
    }

    /// The store of a file that is open already.
    init(_ database: Database) { self.database = database }

    /// The file's path, as it was given.
    package var location: StoreLocation { StoreLocation(database.path) }

    /// Throws where the file or its log was taken away or replaced.
    package func checkPresence() throws(StoreError) { try database.file.checkPresence() }

    /// Begins a submission.
    package func submission(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionSession {
        try SQLiteSubmission(request, in: database)
    }

    /// Looks at what a submission would decide.
    package func preview(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionPreview {
        try SQLitePreview(request, in: database)
    }

    /// Opens the work of a process on a run.
    package func worker(_ request: WorkerRequest) throws(StoreError) -> (any WorkerSession)? {
        try SQLiteWorker(request, in: database)
    }

    /// Begins a night of a job.
    package func night(_ request: NightRequest) throws(StoreError) -> NightStart {
        try SQLiteNight.begin(request, in: database)
    }

    /// Queues again what dead workers held.
    package func rescue(seenFrom process: ProcessIdentity, _ records: [CrashRecord]) throws(StoreError) -> Rescue {
        try SQLiteWorker.rescue(in: database, seenFrom: process, records)
    }

    /// What people order about runs.
    package var control: any RunControl { database }
    /// What people order about money.
    package var ledger: any LedgerControl { database }
    /// The kept responses and their answers.
    package var answers: any AnswerArchive { database }
    /// What people corrected.
    package var corrections: any Corrections { database }

    /// Reads in one deferred transaction.
    package func snapshot<Result>(_ body: (any Reports) throws(StoreError) -> Result) throws(StoreError) -> Result {
        let database = database
        return try database.snapshot { () throws(StoreError) in try body(database.reports) }
    }

    /// Reads in one deferred transaction that no time ends.
    package func export<Result>(
        _ body: (any ExportRows) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let database = database
        try endingCommand { () throws(StoreError) in try database.connection.run("BEGIN") }
        defer { try? database.connection.run("ROLLBACK") }
        return try body(SQLiteExportRows(database: database))
    }

    /// Answers a statement on a connection of its own.
    package func query(
        _ statement: String, parameters: [String: Cell], deadline: QueryDeadline?, columns: ([String]) -> Void,
        row: ([Cell]) -> Bool
    ) throws(QueryError) {
        try database.query(statement, parameters: parameters, limit: deadline, columns: columns, row: row)
    }

    /// Copies the store into another file.
    package func copy(to location: StoreLocation, replacing replaces: Bool) throws(StoreError) -> Int64 {
        try database.copy(to: FilePath(bytes: location.bytes), replacing: replaces)
    }

    /// Takes the mark of a copy away.
    package func adopt() throws(StoreError) -> StoreCopy? {
        try database.write { transaction throws(StoreError) in
            let database = transaction.database
            guard let mark = try database.reports.copyMark() else { return nil }
            try database.connection.run("DELETE FROM property WHERE name IN ('copy_of', 'copied_at')")
            return mark
        }
    }

    /// What SQLite's own check and the store's invariants find.
    package func problems(_ progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }) throws(StoreError) -> [String] {
        try database.problems(progress)
    }

    /// By SQLite's own count of pages.
    package func size(since moment: Timestamp) throws(StoreError) -> StoreSize? { try database.size(since: moment) }
}

/// What a connection remembers of rows that never change; forgotten with a transaction that is undone.
struct StoreCaches {
    /// The numbers of the folders used last.
    var folderIDs: [FolderScope: FolderIDCache] = [:]
    /// Whether the store has folders of the same volume that are read in another way.
    var otherReadings: [FolderScope: Bool] = [:]
    /// The numbers of the sets of recipes.
    var featureSets: [[RecipeID]: FeatureSetID] = [:]
    /// What recipes cost that are asked together.
    var costs: [[RecipeID]: [UnitCost]] = [:]
    /// The numbers of the recipes.
    var recipeNumbers: [Recipe: Int64] = [:]
    /// The numbers of the words.
    var terms = TermCache()
    /// The recipes of the sets.
    var setMembers: [FeatureSetID: [RecipeID]] = [:]
}
