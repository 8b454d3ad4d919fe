package import Planning
package import Platform
package import Storage
package import Submitting
package import Working
package import Domain

/// Does nights of jobs: submits a job and works on it, one process at a time.
package struct Nightly {
    private let store: any Store
    private let submitter: JobSubmitter
    private let worker: JobWorker
    private let shutdown: ShutdownRequest

    /// Nights on one store, done by a submitter and a worker on the same.
    package init(store: any Store, submitter: JobSubmitter, worker: JobWorker, shutdown: ShutdownRequest) {
        self.store = store
        self.submitter = submitter
        self.worker = worker
        self.shutdown = shutdown
    }

    /// Does one night of a job: looks at its sources, queues what is not yet known, and works on its open runs until
    /// nothing is left that may run.
    ///
    /// - Parameters:
    ///   - accepted: what may change, however many pictures that are.
    ///   - judge: judges what was done; answers the exit code that the store keeps.
    /// - Throws: what ends the command: an error of the store.
    /// - Returns: the process that has a night of the job; nil where it was this one.
    package func night(
        of job: Job, manifest: FilePath, accepting accepted: AcceptedChanges, within limits: WorkLimits,
        judge: (NightWork) -> ExitCode
    ) throws(CommandFailure) -> NightOwner? {
        let mark = try worker.mark()
        // What is quarantined now is of this night: the one that crashed could not tell of it.
        try worker.rescueImages()
        let request = NightRequest(key: .random(), job: job.name, process: mark.process, hostName: hostName())
        let night: any NightSession
        switch try endingCommand({ () throws(StoreError) in try store.night(request) }) {
        case .held(let holder): return holder
        case .begun(let session): night = session
        }
        var work = NightWork(began: night.began)
        work.killed = night.killed
        do throws(CommandFailure) {
            try self.work(&work, as: night, request.key, on: job, manifest, accepted, within: limits, since: mark)
        } catch {
            switch error.cause {
            case let taken as NightTaken: return taken.owner
            case let interruption as SubmissionInterruption:
                work.submission.isInterrupted = true
                if case .timeIsUp(let reason) = interruption { work.submission.lateness = reason }
            case is StoreError: throw error
            default: work.problem = error
            }
        }
        work.isInterrupted = shutdown.isDraining
        try close(&work, of: job, since: mark)
        // A query that fails leaves the job open, night after night.
        let open = work.submission.awaitingRetry + (work.submission.hasFailedQuery ? 1 : 0)
        let result = NightResult(exitStatus: judge(work).rawValue, awaitingRetry: open)
        try endingCommand { () throws(StoreError) in try night.end(result) }
        return nil
    }

    /// Submits the job and works on it, while the night is renewed.
    private func work(
        _ work: inout NightWork, as night: any NightSession, _ key: RequestKey, on job: Job, _ manifest: FilePath,
        _ accepted: AcceptedChanges, within limits: WorkLimits, since mark: WorkBaseline
    ) throws(CommandFailure) {
        let renew = { () throws(StoreError) in night.isDue ? try night.renew() : nil }
        var (submitter, worker) = (submitter, worker)
        submitter.night = key
        submitter.renewNight = { () throws(StoreError) in _ = try renew() }
        worker.renewNight = renew
        work.submission = try submitter.submit(
            job, manifest: manifest, guards: ChangeGuards(before: mark, accepting: accepted))
        work.queued = try store.read { reports throws(StoreError) in
            try reports.queuedWork(job: job.name, since: mark)
        }
        guard work.submission.refusal?.asksNew ?? true, !work.submission.isInterrupted else { return }
        work.worked = try worker.work(on: nil, job: job.name, within: limits)
    }

    /// Reads what the store knows of a night at its end.
    private func close(_ work: inout NightWork, of job: Job, since mark: WorkBaseline) throws(CommandFailure) {
        let submission = work.submission
        let queued = work.queued.parts.reduce(0) { $0 + $1.images }
        let end = try store.read { reports throws(StoreError) in
            let newest = try reports.newestRun(job: job.name)
            let accounts = try newest.map { run throws(StoreError) in try reports.accounts(of: run) } ?? []
            let caps = try newest.map { run throws(StoreError) in try reports.caps(of: run, job.budget) } ?? []
            let receipt = try reports.receipt(job: job.name, since: mark)
            // Every image is looked at for it, so only where the night's own work does not account for what was queued.
            let others =
                receipt.done < queued ? try reports.answeredElsewhere(job: job.name, since: mark) : []
            return (
                run: try submission.run.map { run throws(StoreError) in try reports.totals(of: run) } ?? nil,
                receipt: receipt, others: others,
                labels: receipt.done >= Share.minTotal
                    ? try reports.labelShares(job: job.name, since: mark) : [],
                caps: caps.filter { $0.scope != .run }, account: accounts.last, prices: try reports.prices(),
                present: try BulkLimit(
                    counting: max(
                        submission.counts.removed + submission.counts.replaced, submission.counts.missing),
                    ofJob: job.name, before: mark, in: reports)
            )
        }
        work.run = end.run
        work.receipt = end.receipt
        work.answeredElsewhere = end.others
        work.labels = end.labels
        work.caps = end.caps
        work.account = end.account
        work.prices = job.isBilled ? PriceList(end.prices) : .unbilled
        if let present = end.present?.known {
            let counts = submission.counts
            work.knownBefore = present + counts.removed + counts.replaced + counts.missing
        }
    }
}
