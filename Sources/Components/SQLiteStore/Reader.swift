internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// A role of the store that reads: within a transaction, in a snapshot, or by itself.
protocol Reader {
    /// What it reads.
    var database: Database { get }
}

extension Reader {
    var connection: Connection<StoreError> { database.connection }
    /// How paths are written down.
    var paths: PathCoding { database.paths }
    /// The moment it is now; one for all of a transaction.
    var now: Int64 { database.now }
}

extension Database {
    /// The number of a job; nil where the store does not know it yet.
    func number(job name: String) throws(StoreError) -> Int64? {
        try connection.first("SELECT job_id FROM job WHERE name = ?", .text(name)) { $0.integer(0) }
    }
}

/// The readers, by role.
extension Database {
    var workers: WorkerReader { WorkerReader(database: self) }
    /// The nights of jobs.
    var nights: NightReader { NightReader(database: self) }
    /// The names of an image's content.
    var names: FileNames { FileNames(database: self) }
    /// The responses and the answers.
    var answers: AnswerReader { AnswerReader(database: self) }
    /// What people corrected.
    var corrections: CorrectionReader { CorrectionReader(database: self) }
    var recipes: RecipeReader { RecipeReader(database: self) }
    /// The names and contents.
    var catalog: CatalogReader { CatalogReader(database: self) }
    var submissions: SubmissionReader { SubmissionReader(database: self) }
    /// The recipes that the jobs' rows show.
    var shownRecipes: ShownRecipeReader { ShownRecipeReader(database: self) }
    /// Runs, jobs, the work on them and what it costs.
    var reports: SQLiteReports { SQLiteReports(database: self) }
}

/// A role of the store that writes: made of a transaction, so that none of it can be called outside one.
protocol Writer: Reader {
    /// What it is a part of.
    var transaction: Transaction { get }
}

extension Writer {
    /// What it reads and writes.
    var database: Database { transaction.database }
}
