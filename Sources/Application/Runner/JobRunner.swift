package import Backends
internal import Crypto
internal import Manifest
package import Planning
package import Platform
package import Storage
package import Domain

/// Submits jobs to a store and works on their runs.
package struct JobRunner {
    let store: any Store
    let surroundings: BackendEnvironment
    let interruption: ShutdownRequest
    let observer: Observer
    let wording: StopWording
    /// What accompanies the work.
    package var hooks = RunnerHooks()

    /// A runner on one store.
    ///
    /// - Parameters:
    ///   - surroundings: what backends take from the process.
    ///   - wording: the words with which a run keeps why the work on it stopped.
    package init(
        store: any Store, surroundings: BackendEnvironment, interruption: ShutdownRequest, observer: @escaping Observer,
        wording: @escaping StopWording
    ) {
        self.store = store
        self.surroundings = surroundings
        self.interruption = interruption
        self.observer = observer
        self.wording = wording
    }

    /// Queues what is not yet known of a job's images.
    ///
    /// - Parameters:
    ///   - priority: the run's from now on, -100...100; nil: the one it has, at first 0.
    ///   - pinned: a plan beyond which nothing is queued; nil: all that lacks something is.
    ///   - mountGuard: where a lost disk must not be taken for deleted pictures, the mark before which they were known.
    package func submit(
        _ job: Job, manifest: FilePath, priority: Int? = nil, pinned: PlanFile? = nil, mountGuard: WorkMark? = nil
    ) throws(RunError) -> Submission {
        let plan = try plan(job)
        if let pinned, pinned.recipes.map(\.recipe) != plan.recipes { throw .planMoved }
        // Before any thread is started: senders mostly wait, and each has large buffers now and then.
        if plan.isRemote { shareHeap() }
        let submitter = Submitter(
            store: store, job: job, request: request(of: job, manifest, plan, priority: priority),
            pinned: pinned.map(PlannedWork.init),
            interruption: interruption, observer: observer, hooks: hooks, mountGuard: mountGuard)
        let sources = try sources(of: job)
        defer { sources.stop() }
        return try storing { () throws(StoreError) in try submitter.submit(sources) }
    }

    /// Works on one run, or on every run that has work and is not paused: the highest priority first, then the oldest.
    ///
    /// A run that comes meanwhile with a higher priority is worked on first, and then the others go on.
    ///
    /// - Parameter name: only the runs of this job; nil: of all jobs.
    /// - Returns: the runs worked on, as they stand at the end.
    package func work(
        on only: RunID?, ofJob name: String? = nil, within limits: WorkLimits = WorkLimits()
    ) throws(RunError) -> [WorkedRun] {
        if let only { try checkExistence(of: only) }
        let me = try identity()
        try storing { () throws(StoreError) in try store.rescue(seenFrom: me) }
        var worked: [WorkedRun] = []
        var problem: RunError?
        // They cannot go on now; who looked at them again would turn in a circle.
        var left: Set<RunID> = []
        while !interruption.isDraining, let run = try nextRun(only, ofJob: name, besides: left) {
            var obstacle: StopReason?
            let before = try totals(of: run)
            do throws(RunError) {
                obstacle = try work(
                    on: run, within: limits, mayYield: only == nil && name == nil ? { !left.contains($0) } : nil)
            } catch {
                // A store that fails fails them all; a model or manifest only its own run.
                switch error {
                case .store, .storeGone: throw error
                default: break
                }
                if let stopped = try noteStop(of: run, .error(error)) {
                    // The first error ends the command with its sentence.
                    observer(.stopped(stopped.totals, reason: problem == nil ? nil : stopped.reason))
                }
                problem = problem ?? error
                left.insert(run)
                continue
            }
            if obstacle == .outranked || obstacle == .manifestChanged { continue }
            if obstacle == nil, try isCancelled(run, since: only == nil ? before : nil) { obstacle = .cancelled }
            tellLog(try totals(of: run), obstacle)
            if let obstacle {
                try noteStop(of: run, .obstacle(obstacle))
            } else if interruption.isDraining {
                try noteStop(of: run, .interrupted)
            }
            if only != nil || obstacle != nil { left.insert(run) }
            if let ended = try totals(of: run) {
                if ended.finishedAt != nil, !ended.isCancelled, !ended.isSuperseded { try clearStop(of: run) }
                // What is left of it waits for workers on other volumes.
                if ended == before { left.insert(run) }
                worked.removeAll { $0.totals.run == run }
                // A cancellation or a pause that came when everything was sent has kept nothing from its end, and the place
                // of a superseded run was taken by another run of the job, which is worked on next.
                let isLate = (obstacle == .cancelled || obstacle == .paused) && !ended.isOpen && ended.cancelled == 0
                let isTaken = obstacle == .superseded && only == nil
                worked.append(WorkedRun(totals: ended, obstacle: isLate || isTaken ? nil : obstacle))
            }
            if obstacle == .timeIsUp { break }
        }
        if let problem { throw problem }
        return worked
    }

    /// Reads the annotations of billed answers anew from the responses that were kept, of one run or of all, without any
    /// call.
    package func reparse(_ run: RunID?) throws(RunError) -> ReparseSummary {
        if let run { try checkExistence(of: run) }
        let reparser = Reparser(store: store, interruption: interruption, observer: observer) {
            raw, original, recipes throws(Failure) in
            try Backends.reparse(raw, original: original, recipes: recipes)
        }
        return try reparser.reparse(run)
    }

    private func checkExistence(of run: RunID) throws(RunError) {
        if try totals(of: run) == nil { throw .noSuchRun(run) }
    }

    /// The numbers of a run as they are now; nil where there is no such run.
    func totals(of run: RunID) throws(RunError) -> RunTotals? {
        try reading { reports throws(StoreError) in try reports.totals(of: run) }
    }

    /// Reads the store as it is at one moment.
    func reading<Result>(_ body: (any Reports) throws(StoreError) -> Result) throws(RunError) -> Result {
        try storing { () throws(StoreError) in try store.snapshot(body) }
    }

    /// Works on one run, if there is anything to do in it.
    ///
    /// - Parameter mayYield: whether another run, which outranks it, may be worked on instead; nil: none may.
    private func work(
        on run: RunID, within limits: WorkLimits, mayYield: ((RunID) -> Bool)?
    ) throws(RunError) -> StopReason? {
        let watch = RunGuard(limits: limits, clock: surroundings.clock, mayYield: mayYield)
        guard let totals = try totals(of: run), totals.isOpen else { return nil }
        if let obstacle = watch.obstacle(in: RunOutlook(totals: totals, outrankedBy: [])) { return obstacle }
        let manifest = try manifest(of: run)
        let job = try job(of: run, manifest)
        let plan = try plan(job)
        if plan.isRemote { shareHeap() }
        for warning in secretWarnings(for: job.backend, in: surroundings) { observer(.notice(warning)) }
        let backend: Backend
        do throws(BackendError) {
            backend = try plan.open(in: surroundings, timeout: job.retry.timeout)
        } catch {
            // Nothing was sent yet, so a sign-in is not waited for, and what it says then is not the run's fault.
            if interruption.isDraining { return nil }
            throw .backend(error)
        }
        let billing = try billing(of: job, backend)
        let request = WorkerRequest(
            key: .random(), process: try identity(), run: run, manifest: manifest.digest, recipes: backend.recipes,
            // Services ask for minutes at times; what is longer goes on the account and not on the task.
            billing: billing, longestWait: max(job.retry.cap, .seconds(600)), failureLimit: limits.failures)
        // A run is pinned to its recipes: where the model is another by now, submitting again asks for the new one.
        guard let worker = try storing({ () throws(StoreError) in try store.worker(request) }) else {
            throw .modelChanged(run)
        }
        let prices = try prices(isBilled: billing != nil)
        var session = WorkSession(
            worker: worker, job: job, backend: backend, account: billing?.account, clock: surroundings.clock,
            web: DownloadSettings(job.retry, certificates: surroundings.certificates), prices: prices, watch: watch,
            progress: ProgressReader(store, of: run, job: job.name, billing: billing), interruption: interruption,
            observer: observer, hooks: hooks)
        if let log = hooks.log {
            session.log = WorkLog(job: job.name, run: run, recipes: worker.recipes, prices: prices, add: log)
        }
        let obstacle: StopReason?
        do throws(RunError) {
            obstacle = try session.work()
        } catch {
            // The first error is the one that says why; that the worker could not leave adds nothing to it. From a store
            // that is gone this worker cannot leave: the next one finds it dead, and what it sent uncertain.
            try? worker.leave()
            throw error
        }
        try storing { () throws(StoreError) in try worker.leave() }
        return obstacle
    }
}
