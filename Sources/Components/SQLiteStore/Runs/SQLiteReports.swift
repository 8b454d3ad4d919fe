internal import Platform
internal import Storage
internal import Domain

/// What can be read of a SQLite store, all of one moment.
struct SQLiteReports: Reports {
    private let database: Database

    let now: Timestamp

    init(_ database: Database) {
        self.database = database
        now = database.clock.now()
    }

    func totals(of run: RunID) throws(StoreError) -> RunTotals? { try database.runs.totals(of: run) }
    func recentRuns(limit: Int) throws(StoreError) -> [RunTotals] { try database.runs.recentRuns(limit: limit) }
    func openRuns() throws(StoreError) -> [RunID] { try database.runs.openRuns() }
    func pausedRuns() throws(StoreError) -> [RunID] { try database.runs.pausedRuns() }
    func newestRun(job name: String) throws(StoreError) -> RunID? { try database.runs.newestRun(job: name) }
    func totals(job name: String) throws(StoreError) -> JobTotals? { try database.runs.totals(job: name) }
    func jobNames() throws(StoreError) -> [String] { try database.runs.jobNames() }
    func manifest(of run: RunID) throws(StoreError) -> PinnedManifest? { try database.runs.manifest(of: run) }
    func isCurrent(_ run: RunID) throws(StoreError) -> Bool { try database.runs.isCurrent(run) }
    func pendingRecipes(of run: RunID) throws(StoreError) -> PendingRecipes? {
        try database.shownRecipes.pending(of: run)
    }
    func lastStop(of run: RunID) throws(StoreError) -> RunStop? { try database.runs.lastStop(of: run) }
    func failures(of run: RunID) throws(StoreError) -> [FailureCount] { try database.runs.failures(of: run) }
    func recentEnds(within span: TimeSpan) throws(StoreError) -> [RunID: RecentEnds] {
        try database.runs.recentEnds(within: span)
    }
    func nextDue(in run: RunID) throws(StoreError) -> Timestamp? { try database.runs.nextDue(in: run) }
    func workers() throws(StoreError) -> [WorkerRecord] { try database.nights.taskWorkers() }
    func workers(on run: RunID) throws(StoreError) -> [WorkerRecord] { try database.workers.living(on: run) }
    func accounts() throws(StoreError) -> [String] { try database.ledger.accounts() }
    func accounts(of run: RunID) throws(StoreError) -> [String] { try database.ledger.accounts(of: run) }
    func holdEnds(_ account: String) throws(StoreError) -> Timestamp? { try database.ledger.holdEnds(account) }
    func accountCaps() throws(StoreError) -> [CapUsage] { try database.ledger.accountCaps() }
    func caps(of run: RunID, _ budget: Budget) throws(StoreError) -> [CapUsage] {
        try database.ledger.caps(of: run, budget)
    }
    func room(for run: RunID, on billing: Billing) throws(StoreError) -> CapHeadroom? {
        try database.ledger.room(for: run, on: billing)
    }
    func caps(job name: String, joining run: RunID?, on billing: Billing) throws(StoreError) -> [CapUsage] {
        try database.ledger.caps(job: name, joining: run, on: billing)
    }
    func use(of account: String, month: String) throws(StoreError) -> [FeatureUse] {
        try database.ledger.use(of: account, month: month)
    }
    func recipes() throws(StoreError) -> [RecipeID: Recipe] { try database.recipes.all() }
    func recipes(of run: RunID) throws(StoreError) -> [Recipe] { try database.recipes.recipes(askedBy: run) }
    func retryable(_ run: RunID, only filter: RetryFilter) throws(StoreError) -> Int {
        try database.runs.retryable(run, only: filter)
    }
    func featureUnits() throws(StoreError) -> [FeatureUnits] { try database.ledger.featureUnits() }
    func spending(of account: String?) throws(StoreError) -> [Spending] { try database.ledger.spending(of: account) }
    func prices() throws(StoreError) -> [FeaturePrice] { try database.ledger.prices() }
    func mark(_ process: ProcessIdentity) throws(StoreError) -> WorkBaseline {
        try database.receipts.mark(process, at: now)
    }
    func receipt(job name: String, since mark: WorkBaseline) throws(StoreError) -> WorkSummary {
        try database.receipts.receipt(job: name, since: mark)
    }
    func answeredElsewhere(job name: String, since mark: WorkBaseline) throws(StoreError) -> [WorkSummary.Answered] {
        try database.receipts.answeredElsewhere(job: name, since: mark)
    }
    func queuedWork(job name: String, since mark: WorkBaseline) throws(StoreError) -> QueueSummary {
        try database.receipts.queuedWork(job: name, since: mark)
    }
    func queue(of run: RunID) throws(StoreError) -> RunQueue { try database.receipts.queue(of: run) }
    func presentMembers(job name: String, before mark: WorkBaseline) throws(StoreError) -> Int {
        try database.receipts.presentMembers(job: name, before: mark)
    }
    func failing(job name: String, limit: Int) throws(StoreError) -> [FailingImage] {
        try database.receipts.failing(job: name, limit: limit)
    }
    func failingRuns(job name: String) throws(StoreError) -> [RunID] {
        try database.receipts.failingRuns(job: name)
    }
    func copyMark() throws(StoreError) -> StoreCopy? { try CopyReader(database: database).mark() }
    func nightSuccesses() throws(StoreError) -> [NightSuccess] { try database.nights.successes() }
}
