internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

/// A transaction with the write lock: whatever changes a store is reached through one.
///
/// Only `Database.write` makes it, and it holds until the closure that it was given to returns.
struct Transaction {
    /// What is written; its readers see what this transaction has written down.
    let database: Database

    fileprivate init(of database: Database) { self.database = database }
}

/// The writers, by role.
extension Transaction {
    var queue: TaskQueue { TaskQueue(transaction: self) }
    /// The processes that work.
    var workers: Workers { Workers(transaction: self) }
    /// The nights of jobs.
    var nights: Nights { Nights(transaction: self) }
    /// What is written down of the clock.
    var clock: StoreClock { StoreClock(transaction: self) }
    /// The units that cost money.
    var ledger: Ledger { Ledger(transaction: self) }
    /// The answers and the responses.
    var answers: Answers { Answers(transaction: self) }
    /// What people correct.
    var corrections: CorrectionWriter { CorrectionWriter(transaction: self) }
    var recipes: Recipes { Recipes(transaction: self) }
    /// The names and contents.
    var catalog: ImageCatalog { ImageCatalog(transaction: self) }
    var submissions: Submissions { Submissions(transaction: self) }
    /// What submissions could not take.
    var problems: SubmissionProblems { SubmissionProblems(transaction: self) }
    /// The images of the jobs.
    var selection: Selection { Selection(transaction: self) }
    /// The recipes that the jobs' rows show.
    var shownRecipes: ShownRecipes { ShownRecipes(transaction: self) }
    /// The orders about runs.
    var runs: RunOrders { RunOrders(transaction: self) }
}

extension Database {
    /// Runs changes in one transaction; a failure undoes them all.
    ///
    /// What depends on them, such as sending what they mark as sent, is done after this has returned.
    func write<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try begin()
        do throws(StoreError) {
            let transaction = Transaction(of: self)
            let result = try body(transaction)
            try commit(transaction)
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Opens a transaction with the write lock.
    private func begin() throws(StoreError) {
        try connection.run("BEGIN IMMEDIATE")
        moment = clock.now().milliseconds
        do throws(StoreError) {
            let newest = try readNewestAttempt()
            if newest < newestAttempt { file.noteRestored() }
            newestAttempt = max(newest, newestAttempt)
            if file.isLost { try file.checkPresence() }
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends the transaction, or undoes it and throws where the store is not there any more.
    private func commit(_ transaction: Transaction) throws(StoreError) {
        do throws(StoreError) {
            try file.checkPresence()
        } catch {
            rollBack()
            file.keepLog()
            throw error
        }
        try transaction.writeCounters()
        let newest = try readNewestAttempt()
        try connection.run("COMMIT")
        moment = nil
        newestAttempt = newest
    }

    /// Undoes what was done since `begin`.
    private func rollBack() {
        moment = nil
        caches = StoreCaches()
        counters = RunCounters()
        sums = LedgerDelta()
        // A full disk may have rolled back already; there is nothing further to undo then.
        if connection.isInTransaction { try? connection.run("ROLLBACK") }
    }
}
