internal import Platform
package import Storage
package import Domain

/// What people ask about a run beside its numbers: who answers, whose bill it is, how long it took, why it last
/// stopped.
package struct RunDetails: Equatable, Sendable {
    /// Why a run stopped.
    package enum RunEnd: Equatable, Sendable {
        /// Its worker said why.
        case noted(RunStop)
        /// The processes that have its images are dead, and said nothing; the last sign of their life.
        case workerDied(lastSeen: Timestamp)
    }

    /// The backend; nil where the manifest is not understood.
    package let backend: BackendSettings.Kind?
    /// The account that is billed; nil where nothing is billed, or where only the credentials name it and nothing was
    /// asked.
    package let account: String?
    /// From the submission to the end of the last image, or until now.
    package let duration: TimeSpan
    /// Why it last stopped; nil where it did not, works again or is finished.
    package let stop: RunEnd?
    /// What the job's rows show until the run has ended; nil where they show what it asks.
    package let pending: PendingRecipes?

    /// Reads what belongs to a run, without opening its backend.
    ///
    /// - Parameters:
    ///   - job: its manifest, where it is understood.
    ///   - accounts: those that its units are booked on.
    ///   - host: this host's name in the store, by which dead workers are told from living ones; nil where it is not
    ///     known.
    package init(
        of totals: RunTotals, job: Job?, accounts: [String], in reports: any Reports, host: String?
    ) throws(StoreError) {
        backend = job?.backend.kind
        account = job?.backend.namedAccount ?? accounts.first
        // Moments of a damaged store may be any numbers, and a clock may be set back.
        let (span, isTooLong) = (totals.finishedAt ?? reports.now).milliseconds
            .subtractingReportingOverflow(totals.submittedAt.milliseconds)
        duration = TimeSpan(milliseconds: isTooLong ? 0 : max(0, span))
        stop = try RunDetails.stop(of: totals, in: reports, host: host)
        pending = try reports.pendingRecipes(of: totals.run)
    }

    private static func stop(of totals: RunTotals, in reports: any Reports, host: String?) throws(StoreError) -> RunEnd?
    {
        if let stop = try reports.lastStop(of: totals.run) { return .noted(stop) }
        guard totals.running > 0, try reports.copyMark() == nil else { return nil }
        let (holders, now) = (try reports.workers(on: totals.run), reports.now)
        guard let last = holders.map(\.lastSeen).max(),
            holders.allSatisfy({ $0.isGivenUp(seenFrom: host, at: now) })
        else { return nil }
        return .workerDied(lastSeen: min(last, now))
    }
}
