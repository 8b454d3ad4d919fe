package import Backends
package import Logging
package import ModelHosting
package import Platform
internal import Services
package import Storage
package import Domain

/// A run that was worked on.
package struct WorkedRun: Equatable, Sendable {
    /// Its numbers at the end.
    package let totals: RunTotals
    /// Why the rest of it was left, where something was.
    package let stopReason: StopReason?

    /// A value of these parts.
    package init(totals: RunTotals, stopReason: StopReason?) {
        self.totals = totals
        self.stopReason = stopReason
    }
}

/// Works on the runs of a store.
package struct JobWorker {
    let store: any Store
    let environment: BackendEnvironment
    /// What services are asked with.
    var process: ProcessEnvironment { environment.process }
    let shutdown: ShutdownRequest
    let observer: WorkObserver
    private let wording: StopWording
    /// What is in flight, for the thread that answers signals.
    package let inFlight = InFlightStatus()
    /// Finds the version of a hosted model that a run is pinned to.
    package var models: ModelChooser
    /// Which manifests of the store are obeyed.
    package var trust: StoreTrust
    /// Where crashed workers of the store leave a word.
    package var crashWatch = CrashWatch(nil)
    /// Hears each event; nil where there is no log.
    package var log: ((LogEvent) -> Void)?
    /// Is called often, on the thread that works: renews its night; answers which process has it instead.
    package var renewNight: () throws(StoreError) -> NightOwner? = { () throws(StoreError) in nil }

    /// A worker on one store.
    ///
    /// - Parameters:
    ///   - environment: what backends take from the process.
    ///   - wording: the words with which a run keeps why the work on it stopped.
    package init(
        store: any Store, environment: BackendEnvironment, shutdown: ShutdownRequest,
        observer: @escaping WorkObserver, wording: @escaping StopWording
    ) {
        self.store = store
        self.environment = environment
        self.shutdown = shutdown
        self.observer = observer
        self.wording = wording
        models = ModelChooser(environment.process)
        trust = StoreTrust(variables: environment.process.variables)
    }

    /// Works on one run, or on every run that has work and is not paused: the highest priority first, then the oldest.
    ///
    /// When a run with a higher priority comes, the work changes over to it, and back afterwards.
    ///
    /// - Parameter name: only the runs of this job; nil: of all jobs.
    /// - Returns: the runs worked on, as they stand at the end.
    package func work(
        on only: RunID?, job name: String? = nil, within limits: WorkLimits = WorkLimits()
    ) throws(CommandFailure) -> [WorkedRun] {
        if let only { _ = try totals(of: only) }
        try rescueImages()
        crashWatch.record(try processIdentity())
        var worked: [WorkedRun] = []
        var problem: CommandFailure?
        // Runs that cannot continue now; without this the loop would return to them for ever.
        var left: Set<RunID> = []
        while !shutdown.isDraining, !shutdown.mustEnd, let run = try nextRun(only, job: name, excluding: left) {
            let before = try totals(of: run)
            let stop: StopReason?
            do throws(CommandFailure) {
                stop = try work(
                    on: run, within: limits, canPreempt: only == nil && name == nil ? { !left.contains($0) } : nil)
            } catch {
                let failure = try noteFailure(error, of: run, isFirst: problem == nil)
                problem = problem ?? failure
                left.insert(run)
                continue
            }
            if stop == .preempted || stop == .manifestChanged { continue }
            let after = try totals(of: run)
            let conclusion = RunConclusion(
                stop, before: before, after: after, isOnly: only != nil, isDraining: shutdown.isDraining)
            log(conclusion, after)
            if let cause = conclusion.cause { try noteStop(of: after, cause) }
            if conclusion.isOver { left.insert(run) }
            worked.removeAll { $0.totals.run == run }
            let ended = try totals(of: run)
            try clearStop(ofFinished: ended)
            worked.append(WorkedRun(totals: ended, stopReason: conclusion.reportedStop))
            if conclusion.stop == .timeIsUp { break }
        }
        if let problem { throw problem }
        return worked
    }

    /// Reads the annotations of billed answers again from stored responses, of one run or of all, without
    /// any call.
    ///
    /// - Parameter symbols: whether the symbols of all text are read; otherwise answers that have them keep them.
    package func reparse(_ run: RunID?, symbols: Bool = false) throws(CommandFailure) -> ReparseSummary {
        if let run { _ = try totals(of: run) }
        let reparser = Reparser(store: store, shutdown: shutdown, symbols: symbols, observer: observer) {
            raw, original, recipes, symbols throws(Failure) in
            try Backends.reparse(raw, original: original, recipes: recipes, symbols: symbols)
        }
        return try reparser.reparse(run)
    }

    /// The run to work on next.
    private func nextRun(
        _ only: RunID?, job name: String?, excluding left: Set<RunID>
    ) throws(CommandFailure) -> RunID? {
        if let only { return left.contains(only) ? nil : only }
        return try store.read { reports throws(StoreError) in
            for run in try reports.openRuns() where !left.contains(run) {
                guard let name else { return run }
                if try reports.totals(of: run)?.job == name { return run }
            }
            return nil
        }
    }

    /// Works on one run, if there is anything to do in it.
    ///
    /// - Parameter canPreempt: whether another run, which outranks it, may be worked on instead; nil: none may.
    private func work(
        on run: RunID, within limits: WorkLimits, canPreempt: ((RunID) -> Bool)?
    ) throws(CommandFailure) -> StopReason? {
        let runGuard = RunGuard(
            limits: limits, clock: process.clock, monotonic: process.monotonic, canPreempt: canPreempt)
        let totals = try totals(of: run)
        guard totals.hasImagesLeft else { return nil }
        if let reason = runGuard.stopReason(in: RunOutlook(totals: totals, outrankedBy: [])) { return reason }
        guard var session = try openSession(on: run, runGuard) else { return runGuard.isTimeUp ? .timeIsUp : nil }
        let stop: StopReason?
        do throws(CommandFailure) {
            stop = try session.work()
        } catch {
            // The first error says why; that the worker could not leave adds nothing to it. From a store that is gone
            // this worker cannot leave: the next one finds it dead, and what it sent uncertain.
            try? session.worker.leave()
            throw error
        }
        try endingCommand { () throws(StoreError) in try session.worker.leave() }
        return stop
    }

    /// Notes an error that ends the work on a run, and reports it; the first error ends the command with its sentence.
    ///
    /// - Returns: the error with its place in the run's manifest.
    /// - Throws: the error of a store, which ends the work on all runs; a model or manifest ends only its own.
    private func noteFailure(
        _ error: CommandFailure, of run: RunID, isFirst: Bool
    ) throws(CommandFailure) -> CommandFailure {
        if error.cause is StoreError { throw error }
        let failure = located(error, in: run)
        let totals = try totals(of: run)
        if let reason = try noteStop(of: totals, .error(failure)) {
            observer(.stopped(totals, reason: isFirst ? nil : reason))
        }
        return failure
    }

    /// Notes why the work on a run stops, unless all of the run is done or failed.
    ///
    /// - Returns: the words that were noted; nil where none were.
    @discardableResult
    private func noteStop(of totals: RunTotals, _ cause: StopCause) throws(CommandFailure) -> String? {
        guard totals.canNoteStop else { return nil }
        let reason = wording(cause, totals)
        try endingCommand { () throws(StoreError) in try store.control.noteStop(of: totals.run, reason: reason) }
        return reason
    }

    /// Forgets why another worker stopped, once the run is finished all the same.
    private func clearStop(ofFinished totals: RunTotals) throws(CommandFailure) {
        guard totals.finishedAt != nil, !totals.isCancelled, !totals.isSuperseded else { return }
        guard try store.read({ reports throws(StoreError) in try reports.lastStop(of: totals.run) }) != nil else {
            return
        }
        try endingCommand { () throws(StoreError) in try store.control.clearStop(of: totals.run) }
    }

    /// Logs how the work on a run has ended.
    private func log(_ conclusion: RunConclusion, _ totals: RunTotals) {
        guard let log else { return }
        if case .cap(let cap) = conclusion.stop { log(.cap(job: totals.job, run: totals.run, cap)) }
        if totals.hasImagesLeft || conclusion.stop != nil {
            let reason = conclusion.stop?.word ?? (conclusion.isInterrupted ? "interrupted" : "queued")
            log(.stopped(job: totals.job, run: totals.run, reason: reason, queued: totals.queued))
        } else {
            var sums = LogEvent.Sums()
            (sums.done, sums.failed, sums.cancelled) = (totals.done, totals.failed, totals.cancelled)
            sums.units = totals.cost.settled + totals.cost.uncertain
            sums.uncertain = totals.cost.uncertain
            sums.microDollars = totals.cost.maxMicroDollars
            log(.finished(job: totals.job, run: totals.run, sums))
        }
    }

    /// The numbers of a run as they are now.
    private func totals(of run: RunID) throws(CommandFailure) -> RunTotals {
        let totals = try store.read { reports throws(StoreError) in try reports.totals(of: run) }
        guard let totals else { throw .noSuchRun(run) }
        return totals
    }

    /// This process, as workers are known.
    func processIdentity() throws(CommandFailure) -> ProcessIdentity {
        do throws(SystemError) { return try ProcessIdentity.current() } catch { throw CommandFailure(refused: error) }
    }
}
