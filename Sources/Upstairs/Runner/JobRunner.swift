package import Backends
internal import Crypto
internal import Manifest
package import Platform
package import Storage
package import Vocabulary

/// Submits jobs to a store and works on their runs.
package struct JobRunner {
    private let store: Store
    private let surroundings: Surroundings
    private let interruption: Interruption
    private let observer: Observer
    private let wording: StopWording

    /// A runner on one store.
    ///
    /// - Parameters:
    ///   - surroundings: what backends take from the process.
    ///   - wording: the words with which a run keeps why the work on it stopped.
    package init(
        store: Store, surroundings: Surroundings, interruption: Interruption, observer: @escaping Observer,
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
    /// - Parameter priority: the run's from now on, -100...100; nil: the one it has, at first 0.
    package func submit(_ job: Job, manifest: FilePath, priority: Int? = nil) throws(RunError) -> Submission {
        let plan = try plan(job)
        // Before any thread is started: senders mostly wait, and each has large buffers now and then.
        if plan.isRemote { shareHeap() }
        let submitter = Submitter(
            store: store, job: job,
            manifest: PinnedManifest(job: job.name, text: Array(job.source.utf8), path: manifest),
            recipes: plan.recipes, priority: priority, web: Web(job.retry, certificates: surroundings.certificates),
            interruption: interruption, observer: observer)
        return try submitter.submit()
    }

    /// Works on one run, or on every run that has work and is not paused: the highest priority first, then the oldest.
    ///
    /// A run that comes meanwhile with a higher priority is worked on first, and then the others go on.
    ///
    /// - Returns: the runs worked on, as they stand at the end.
    package func work(on only: RunID?, within limits: WorkLimits = WorkLimits()) throws(RunError) -> [WorkedRun] {
        if let only { try checkExistence(of: only) }
        let host = try identity().host
        try storing { () throws(StoreError) in
            guard try !store.livingWorkers().isEmpty else { return }
            try store.write { () throws(StoreError) in try Crew.rescue(in: store, seenFrom: host) }
        }
        var worked: [WorkedRun] = []
        var problem: RunError?
        // They cannot go on now; who looked at them again would turn in a circle.
        var left: Set<RunID> = []
        while !interruption.isDraining, let run = try nextRun(only, besides: left) {
            var obstacle: Obstacle?
            do throws(RunError) {
                obstacle = try work(on: run, within: limits, mayYield: only == nil ? { !left.contains($0) } : nil)
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
            if let obstacle {
                try noteStop(of: run, .obstacle(obstacle))
            } else if interruption.isDraining {
                try noteStop(of: run, .interrupted)
            }
            if only != nil || obstacle != nil { left.insert(run) }
            if let ended = try storing({ () throws(StoreError) in try store.totals(of: run) }) {
                if ended.finishedAt != nil, !ended.isCancelled, !ended.isSuperseded { try clearStop(of: run) }
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
    package func reparse(_ run: RunID?) throws(RunError) -> Reparsing {
        if let run { try checkExistence(of: run) }
        let reparser = Reparser(store: store, interruption: interruption, observer: observer) {
            raw, original, recipes throws(Failure) in
            try Backends.reparse(raw, original: original, recipes: recipes)
        }
        return try reparser.reparse(run)
    }

    private func checkExistence(of run: RunID) throws(RunError) {
        if try storing({ () throws(StoreError) in try store.totals(of: run) }) == nil { throw .noSuchRun(run) }
    }

    /// Notes why the work on a run stops, unless all of the run is done or failed.
    ///
    /// - Returns: the run's numbers and the words that were noted; nil where nothing is left to do.
    @discardableResult
    private func noteStop(
        of run: RunID, _ cause: StopCause
    ) throws(RunError) -> (totals: RunTotals, reason: String)? {
        try storing { () throws(StoreError) in
            guard let totals = try store.totals(of: run) else { return nil }
            let isCut = (totals.isCancelled || totals.isSuperseded) && totals.cancelled > 0
            guard totals.isOpen || isCut else { return nil }
            let reason = wording(cause, totals)
            try store.write { () throws(StoreError) in try store.noteStop(of: run, reason: reason) }
            return (totals, reason)
        }
    }

    /// Forgets why another worker stopped, once the run is finished all the same.
    private func clearStop(of run: RunID) throws(RunError) {
        try storing { () throws(StoreError) in
            guard try store.lastStop(of: run) != nil else { return }
            try store.write { () throws(StoreError) in try store.clearStop(of: run) }
        }
    }

    /// The run to work on next.
    private func nextRun(_ only: RunID?, besides left: Set<RunID>) throws(RunError) -> RunID? {
        guard let only else {
            return try storing { () throws(StoreError) in try store.openRuns() }.first { !left.contains($0) }
        }
        return left.contains(only) ? nil : only
    }

    /// Works on one run, if there is anything to do in it.
    ///
    /// - Parameter mayYield: whether another run, which outranks it, may be worked on instead; nil: none may.
    private func work(
        on run: RunID, within limits: WorkLimits, mayYield: ((RunID) -> Bool)?
    ) throws(RunError) -> Obstacle? {
        let watch = RunWatch(store: store, run: run, limits: limits, mayYield: mayYield)
        let totals = try storing { () throws(StoreError) in try store.totals(of: run) }
        guard let totals, totals.isOpen else { return nil }
        if let obstacle = try storing({ () throws(StoreError) in try watch.obstacle(at: totals) }) { return obstacle }
        let manifest = try manifest(of: run)
        let job = try job(of: run, manifest)
        let plan = try plan(job)
        if plan.isRemote { shareHeap() }
        let backend: Backend
        do throws(BackendError) {
            backend = try plan.open(in: surroundings, timeout: job.retry.timeout)
        } catch {
            // Nothing was sent yet, so a sign-in is not waited for, and what it says then is not the run's fault.
            if interruption.isDraining { return nil }
            throw .backend(error)
        }
        for warning in secretWarnings(for: job.backend, in: surroundings) { observer(.notice(warning)) }
        let crew = Crew(store: store, identity: try identity(), run: run, policy: job.retry)
        let numbers = try storing { () throws(StoreError) in
            try store.write { () throws(StoreError) in
                try store.clearStop(of: run)
                return try store.register(backend.recipes)
            }
        }
        // A run is pinned to its recipes: where the model is another by now, submitting again asks for the new one.
        let pinned = try storing { () throws(StoreError) in try store.recipes(of: run) }
        guard Set(numbers) == Set(pinned) else { throw .modelChanged(run) }
        let recipes = Dictionary(zip(numbers, backend.recipes)) { first, _ in first }
        let billing = try billing(of: job, backend)
        let session = WorkSession(
            store: store, run: run, job: job, manifestDigest: manifest.digest, backend: backend, recipes: recipes,
            billing: billing,
            web: Web(job.retry, certificates: surroundings.certificates), crew: crew, watch: watch,
            interruption: interruption, observer: observer)
        let obstacle: Obstacle?
        do throws(RunError) {
            obstacle = try session.work()
        } catch {
            // The first error is the one that says why; that the worker could not leave adds nothing to it. From a store
            // that is gone this worker cannot leave: the next one finds it dead, and what it sent uncertain.
            try? crew.leave()
            throw error
        }
        try storing { () throws(StoreError) in try crew.leave() }
        return obstacle
    }

    /// Whose bill a run goes on; nil where nothing is billed.
    private func billing(of job: Job, _ backend: Backend) throws(RunError) -> Billing? {
        guard case .remote(let backend) = backend else { return nil }
        if let feature = job.featureWithoutPrice {
            // The store would claim nothing, and could not say why.
            let caps = try storing { () throws(StoreError) in try store.accountCaps() }
            if caps.contains(where: { $0.owner == backend.account && $0.cap.microDollars != nil }) {
                throw .backend(.noPrice(feature))
            }
        }
        return Billing(
            account: backend.account, budget: job.budget, pace: job.pace, mostImages: backend.mostImages)
    }

    /// The manifest that governs a run.
    private func manifest(of run: RunID) throws(RunError) -> PinnedManifest {
        guard let manifest = try storing({ () throws(StoreError) in try store.manifest(of: run) }) else {
            throw .noSuchRun(run)
        }
        return manifest
    }

    /// The job as its newest manifest describes it.
    private func job(of run: RunID, _ pinned: PinnedManifest) throws(RunError) -> Job {
        do throws(ManifestError) {
            return try ManifestReader.read(pinned.text, file: pinned.path, workingDirectory: FilePath("/"))
        } catch {
            throw .manifest(run, error)
        }
    }

    /// What the backend answers and wants, without opening it.
    private func plan(_ job: Job) throws(RunError) -> BackendPlan {
        if let part = Unbuilt.part(of: job) { throw .notBuilt(part) }
        if job.hasBudgetInMoney, let feature = job.featureWithoutPrice { throw .backend(.noPrice(feature)) }
        do throws(BackendError) {
            return try BackendPlan(job.backend, features: job.features, prepare: job.prepare)
        } catch {
            throw .backend(error)
        }
    }

    private func identity() throws(RunError) -> ProcessIdentity {
        do throws(SystemError) { return try ProcessIdentity.current() } catch { throw .system(error) }
    }
}
