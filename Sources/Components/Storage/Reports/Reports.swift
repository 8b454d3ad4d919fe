package import Platform
package import Domain

/// What can be read of a store, all of one moment.
package protocol Reports {
    /// The moment, by the store's clock.
    var now: Timestamp { get }

    /// One run's numbers; nil where there is no such run.
    func totals(of run: RunID) throws(StoreError) -> RunTotals?
    /// The newest runs, the newest first.
    func recentRuns(limit: Int) throws(StoreError) -> [RunTotals]
    /// The runs to work on: those that have work and are not paused, the highest priority first, then the oldest.
    func openRuns() throws(StoreError) -> [RunID]
    /// The paused runs that have queued images, the oldest first.
    func pausedRuns() throws(StoreError) -> [RunID]
    /// The newest run of a job; nil where the store has no run of a job of this name.
    func newestRun(job name: String) throws(StoreError) -> RunID?
    /// How the images of a job stand; nil where the store has no job of this name.
    func totals(job name: String) throws(StoreError) -> JobTotals?
    /// The names of all jobs, in their order.
    func jobNames() throws(StoreError) -> [String]
    /// The newest manifest of a run's job, which governs the run; nil where there is no such run.
    func manifest(of run: RunID) throws(StoreError) -> PinnedManifest?
    /// Whether a run asks for the recipes that the newest submission of its job does.
    func isCurrent(_ run: RunID) throws(StoreError) -> Bool
    /// What a run's job shows until the run has ended; nil where it shows what the run asks, or will not show it.
    func pendingRecipes(of run: RunID) throws(StoreError) -> PendingRecipes?
    /// Why and when the work on a run last stopped; nil where it did not, or has begun again since.
    func lastStop(of run: RunID) throws(StoreError) -> RunStop?
    /// The failures of a run by kind and code, the most first.
    func failures(of run: RunID) throws(StoreError) -> [FailureCount]

    /// What ended within a time before now, by run.
    func recentEnds(within span: TimeSpan) throws(StoreError) -> [RunID: RecentEnds]
    /// When the first queued task of a run may run; nil where none is queued.
    func nextDue(in run: RunID) throws(StoreError) -> Timestamp?
    /// The workers that have not left.
    func workers() throws(StoreError) -> [WorkerRecord]
    /// The workers that have not left and that have images of a run.
    func workers(on run: RunID) throws(StoreError) -> [WorkerRecord]

    /// The accounts that ever had a bill or a cap, by name.
    func accounts() throws(StoreError) -> [String]
    /// The accounts that a run's units are booked on, by name.
    func accounts(of run: RunID) throws(StoreError) -> [String]
    /// Until when a service has told an account to wait; nil where it has not, or the time is over.
    func holdEnds(_ account: String) throws(StoreError) -> Timestamp?
    /// What counts against each account's caps today and this month, at the vendor's, with the caps.
    func accountCaps() throws(StoreError) -> [CapUsage]
    /// What counts against the caps of a run's budget, for each that it has.
    func caps(of run: RunID, _ budget: Budget) throws(StoreError) -> [CapUsage]
    /// What counts against the caps that would hold for a job's units, whether it has a run yet or not: of the run, of
    /// the job's day and month and of the account's day and month, in this order, those that are set.
    ///
    /// - Parameter run: the run that new tasks join; nil: one that is not there yet.
    func caps(job name: String, joining run: RunID?, on billing: Billing) throws(StoreError) -> [CapUsage]
    /// What units cost, feature by feature.
    func prices() throws(StoreError) -> [FeaturePrice]
    /// What an account has used in one of the vendor's months, `2026-11`, by feature.
    func use(of account: String, month: String) throws(StoreError) -> [FeatureUse]
    /// Every recipe that was ever asked and that this program knows.
    func recipes() throws(StoreError) -> [RecipeID: Recipe]
    /// The recipes that a run is pinned to, of which this program knows the feature; none where there is no such run.
    func recipes(of run: RunID) throws(StoreError) -> [Recipe]
    /// How many failed images of a run `RunControl.retry` would queue.
    func retryable(_ run: RunID, only filter: RetryFilter) throws(StoreError) -> Int
    /// How many more images of a run each cap leaves room for, if each asks for what the next one does; the tightest.
    /// An account that the store does not know has no caps; those of the run and the job hold all the same.
    func room(for run: RunID, on billing: Billing) throws(StoreError) -> CapHeadroom?
    /// Units by account and feature.
    func featureUnits() throws(StoreError) -> [FeatureUnits]
    /// Units and dollars by account, month and feature, with what is left of the present month's free units.
    func spending(of account: String?) throws(StoreError) -> [Spending]

    /// The point from which on the work of a process is counted that begins now.
    func mark(_ process: ProcessIdentity) throws(StoreError) -> WorkBaseline
    /// What a process did for a job since a mark.
    func receipt(job name: String, since mark: WorkBaseline) throws(StoreError) -> WorkSummary
    /// The images of a job that are done since a mark without an attempt of that process, by the job that answered
    /// them, the most first.
    func answeredElsewhere(job name: String, since mark: WorkBaseline) throws(StoreError) -> [WorkSummary.Answered]
    /// Some of the images of a job's selection that fail now, as the view `failures` has them.
    func failing(job name: String, limit: Int) throws(StoreError) -> [FailingImage]
    /// The runs of a job in which images failed that fail now, the newest first; at most three.
    func failingRuns(job name: String) throws(StoreError) -> [RunID]
    /// What is queued of a job's open runs and not begun.
    func queuedWork(job name: String, since mark: WorkBaseline) throws(StoreError) -> QueueSummary
    /// What the queued images of a run lack, of a paused run, too.
    func queue(of run: RunID) throws(StoreError) -> RunQueue
    /// Members that a job's selection had before a mark and that are not marked as missing.
    func presentMembers(job name: String, before mark: WorkBaseline) throws(StoreError) -> Int
    /// What the store is a copy of; nil in a store of its own.
    func copyMark() throws(StoreError) -> StoreCopy?
    /// When a night last ended well, for each job of which one did, by name.
    func nightSuccesses() throws(StoreError) -> [NightSuccess]
}
