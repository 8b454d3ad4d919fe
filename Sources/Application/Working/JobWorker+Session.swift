internal import Backends
internal import Fetching
internal import Manifest
internal import ModelHosting
internal import Planning
internal import Platform
internal import Storage
internal import Domain
internal import Services

/// How the work on one run begins.
extension JobWorker {
    /// Opens the backend of a run and enters the store as a worker on it.
    ///
    /// - Returns: nil where the user stopped it or the time was up before anything was sent, or others have answered
    ///   all of it meanwhile.
    func openSession(on run: RunID, _ runGuard: RunGuard) throws(CommandFailure) -> WorkSession? {
        let manifest = try manifest(of: run)
        let job = try job(of: run, manifest)
        try checkTrust(in: job, manifest)
        guard let plan = try plan(of: job, in: run, runGuard), let opened = try open(plan, of: job, in: run) else {
            return nil
        }
        let billing = try billing(of: job, opened.backend)
        let request = WorkerRequest(
            key: .random(), process: try processIdentity(), run: run, manifest: manifest.digest,
            recipes: opened.backend.recipes,
            // Services ask for minutes at times; what is longer goes on the account and not on the task.
            billing: billing, maxWait: max(job.retry.cap, .seconds(billing == nil ? 7200 : 600)),
            failureLimit: runGuard.limits.failures)
        // A run is pinned to its recipes: where the model is another by now, submitting again asks for the new one.
        guard let worker = try endingCommand({ () throws(StoreError) in try store.worker(request) }) else {
            throw .modelChanged(since: run)
        }
        let prices = try prices(isBilled: billing != nil)
        return WorkSession(
            jobs: self, worker: worker, job: job, backend: opened.backend, account: billing?.account, prices: prices,
            callLimits: opened.limits, runGuard: runGuard,
            progress: ProgressReader(store, of: run, job: job.name, billing: billing, clock: process.monotonic),
            taskLog: log.map { WorkLog(job: job.name, run: run, recipes: worker.recipes, prices: prices, add: $0) })
    }

    /// What the backend of a run answers; nil where its model is not there yet and need not be waited for.
    private func plan(of job: Job, in run: RunID, _ runGuard: RunGuard) throws(CommandFailure) -> BackendPlan? {
        do throws(CommandFailure) {
            return try backendPlan(of: job, in: run)
        } catch {
            if (error.cause as? BackendError)?.isModelAwaited == true {
                if shutdown.isDraining || runGuard.isTimeUp { return nil }
                // A run that others have answered meanwhile needs no model.
                if try finishAnswered(run) { return nil }
            }
            throw error
        }
    }

    /// The opened backend of a run and what its calls may take; nil where the user stopped it, or others have answered
    /// all of the run meanwhile.
    private func open(
        _ plan: BackendPlan, of job: Job, in run: RunID
    ) throws(CommandFailure) -> (backend: Backend, limits: CallLimits)? {
        // Before any thread is started: senders mostly wait, and each has large buffers now and then.
        if plan.isRemote { shareHeap() } else { returnLargeBlocks() }
        for warning in secretWarnings(for: job.backend, in: process) { observer(.notice(warning)) }
        for notice in plan.notices { observer(.notice(notice)) }
        let before = ProcessIdentity.ownResidentBytes
        do throws(BackendError) {
            var environment = environment
            environment.firstRun = job.limits.picture
            let backend = try plan.open(in: environment, timeout: job.retry.timeout)
            return (backend, callLimits(of: job, openedWith: before))
        } catch {
            if case .modelHangs = error {
                // The thread that hangs ends with the process alone.
                shutdown.requireEnd()
                throw error.commandFailure
            }
            // Nothing was sent yet, so a sign-in is not waited for, and what it says then is not the run's fault.
            if shutdown.isDraining { return nil }
            if try finishAnswered(run) { return nil }
            let named = job.backend.hosted == nil ? error : models.naming(error, plan.recipes.first?.model ?? "")
            throw named.commandFailure
        }
    }

    /// What a local model that was opened just now may take.
    ///
    /// Text recognition reads pages in processes of their own, which have limits of memory, so this one is not watched.
    ///
    /// - Parameter before: the bytes that were resident before it was opened.
    private func callLimits(of job: Job, openedWith before: Int64) -> CallLimits {
        var memory: MemoryBound?
        if let trial = environment.trial, [.tflite, .automl].contains(job.backend.kind) {
            memory = MemoryBound(
                trial: trial.memory, before: before, opened: ProcessIdentity.ownResidentBytes,
                threads: LocalPipeline.threads(of: job), decodes: job.limits.memory)
        }
        // A program of the user's own has `retry.timeout`.
        return CallLimits(picture: job.backend.kind == .command ? nil : job.limits.picture, memory: memory)
    }

    /// The same error, with the line and the key of the run's manifest where it is about a secret that is not there.
    func located(_ error: CommandFailure, in run: RunID) -> CommandFailure {
        guard case .secret(let source, let reason)? = error.cause as? BackendError,
            let manifest = try? manifest(of: run)
        else {
            return error
        }
        let found = ManifestReader.examine(
            manifest.text, file: manifest.path.name, workingDirectory: manifest.path.directory)
        let finding = found.job.flatMap { job in
            secretStatuses(for: job.backend, in: process).first {
                $0.problem == BackendError.secret(source: source, reason: reason).description
            }
        }
        guard let finding, let line = found.places?.located(Diagnostic(keyPath: finding.keyPath, message: "")).line
        else { return error }
        let advice =
            switch (finding.source.hasPrefix("env:"), reason) {
            // Cron gives its commands an environment of its own.
            case (true, "is not set"):
                "; set it and run again; cron does not read your shell's profile, and `file:PATH` works there"
            case (true, "is empty"): "; set it to the secret and run again"
            case (false, "is empty"): "; write the secret into the file and run again"
            default: ""
            }
        return BackendError.secret(
            source: source, reason: "\(reason) (\(manifest.path.name):\(line), \(finding.keyPath))\(advice)"
        ).commandFailure
    }

    /// Refuses a manifest that asks for more than the user trusts this store with, before any of it is done.
    private func checkTrust(in job: Job, _ manifest: PinnedManifest) throws(CommandFailure) {
        let file = FilePath(bytes: store.location.bytes)
        let decision = trust.decision(on: job, manifest: manifest.path, beside: file, in: process)
        guard decision.isObeyed else { throw .untrusted(decision) }
    }

    /// Ends a run that others have answered meanwhile, which needs no backend; answers whether it was one.
    private func finishAnswered(_ run: RunID) throws(CommandFailure) -> Bool {
        let (totals, queue) = try store.read { reports throws(StoreError) in
            (try reports.totals(of: run), try reports.queue(of: run))
        }
        guard let totals, totals.queued > 0, totals.running == 0, queue.parts.allSatisfy({ $0.features.isEmpty })
        else {
            return false
        }
        return try endingCommand { () throws(StoreError) in
            while try store.control.finishAnswered(in: run) > 0 {}
            return try store.snapshot { reports throws(StoreError) in try reports.totals(of: run) }?.hasImagesLeft
                == false
        }
    }

    /// What the backend answers and wants, without opening it; of a hosted model the version to which the run is
    /// pinned.
    private func backendPlan(of job: Job, in run: RunID) throws(CommandFailure) -> BackendPlan {
        var job = job
        var recipes: [Recipe] = []
        if job.backend.hosted != nil {
            recipes = try store.read { reports throws(StoreError) in try reports.recipes(of: run) }
        }
        do throws(BackendError) {
            job.backend = try models.pinned(to: recipes, for: job)
            return try environment.plan(job)
        } catch {
            throw error.commandFailure
        }
    }

    /// Whose bill a run goes on; nil where nothing is billed.
    private func billing(of job: Job, _ backend: Backend) throws(CommandFailure) -> Billing? {
        guard case .remote(let backend) = backend else { return nil }
        if let feature = job.featureWithoutPrice {
            // The store would claim nothing, and could not say why.
            let caps = try store.read { reports throws(StoreError) in try reports.accountCaps() }
            if caps.contains(where: { $0.owner == backend.account && $0.cap.microDollars != nil }) {
                throw BackendError.noPrice(feature).commandFailure
            }
        }
        return Billing(
            account: backend.account, budget: job.budget, pace: job.pace, maxImages: backend.maxImages)
    }

    /// What units cost.
    private func prices(isBilled: Bool) throws(CommandFailure) -> PriceList {
        guard isBilled else { return .unbilled }
        return PriceList(try store.read { reports throws(StoreError) in try reports.prices() })
    }

    /// The manifest that governs a run.
    private func manifest(of run: RunID) throws(CommandFailure) -> PinnedManifest {
        let manifest = try store.read { reports throws(StoreError) in try reports.manifest(of: run) }
        guard let manifest else { throw .noSuchRun(run) }
        return manifest
    }

    /// The job as its newest manifest describes it.
    private func job(of run: RunID, _ pinned: PinnedManifest) throws(CommandFailure) -> Job {
        do throws(ManifestError) {
            return try ManifestReader.read(pinned.text, file: pinned.path, workingDirectory: FilePath("/"))
        } catch {
            throw .manifest(of: run, error)
        }
    }
}
