package import Domain

/// How runs, jobs, workers and accounts stand: what `status` and the summaries of commands read.
///
/// - S1: The counts of a run are those of its tasks, and `total` is their sum.
/// - S2: A run is open until it is finished, cancelled or superseded. An open run that has queued or running images is
///   among `openRuns`, or is paused.
/// - S3: The units of runs, of accounts and under caps are sums of the same ledger, so that they agree.
package protocol StatusReports {
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
    /// The failures of a run by kind and code, the most first.
    func failures(of run: RunID) throws(StoreError) -> [FailureCount]
    /// What ended within a time before now, by run.
    func recentEnds(within span: TimeSpan) throws(StoreError) -> [RunID: RecentEnds]
    /// When the first queued task of a run may run; nil where none is queued.
    func nextDue(in run: RunID) throws(StoreError) -> Timestamp?
    /// Why and when the work on a run last stopped; nil where it did not, or has begun again since.
    func lastStop(of run: RunID) throws(StoreError) -> RunStop?
    /// What `RunControl.retry` would queue.
    func retryable(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry]

    /// How the images of a job stand; nil where the store has no job of this name.
    func totals(job name: String) throws(StoreError) -> JobTotals?
    /// How all jobs stand, by name.
    func jobs() throws(StoreError) -> [JobStatus]
    /// The names of all jobs, in their order.
    func jobNames() throws(StoreError) -> [String]
    /// The newest manifest of a run's job, which governs the run; nil where there is no such run.
    func manifest(of run: RunID) throws(StoreError) -> PinnedManifest?
    /// The newest manifest of a job; nil where the store has no job of this name.
    func manifest(job name: String) throws(StoreError) -> PinnedManifest?
    /// Whether a run asks for the recipes that the newest submission of its job does.
    func isCurrent(_ run: RunID) throws(StoreError) -> Bool
    /// What a run's job shows until the run has ended; nil where it shows what the run asks, or will not show it.
    func pendingRecipes(of run: RunID) throws(StoreError) -> PendingRecipes?

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
    /// How many more images of a run each cap leaves room for, if each asks for what the next one does; the tightest.
    /// An account that the store does not know has no caps; those of the run and the job hold all the same.
    func room(for run: RunID, on billing: Billing) throws(StoreError) -> CapHeadroom?
    /// Units by account and feature.
    func featureUnits() throws(StoreError) -> [FeatureUnits]
    /// Units and dollars by account, month and feature, with what is left of the present month's free units.
    func spending(of account: String?) throws(StoreError) -> [Spending]

    /// What the store is a copy of; nil in a store of its own.
    func copyMark() throws(StoreError) -> StoreCopy?
}
