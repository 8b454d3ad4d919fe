package import Backends
internal import Catalog
internal import Fetching
package import Logging
package import ModelHosting
package import Planning
package import Platform
package import Storage
package import Domain
internal import Services

/// The progress of a submission or a plan.
package enum SubmitProgress: Sendable {
    /// Files are being found and read.
    case finding(found: Int, queued: Int)
    /// Something a person should know, which stops nothing.
    case notice(String)
}

/// Hears how far a submission is; called on the thread that submits.
package typealias SubmitObserver = (SubmitProgress) -> Void

/// Finds a job's images, works out what is not yet known of them, and queues that; or reports what it would queue.
package struct JobSubmitter {
    let store: any Store
    private let environment: BackendEnvironment
    private let shutdown: ShutdownRequest
    private let observer: SubmitObserver
    /// Decides which version of a hosted model answers.
    package var models: ModelChooser
    /// Hears each event; nil where there is no log.
    package var log: ((LogEvent) -> Void)?
    /// The longest that a query of a job's sources may take.
    package var queryLimit = TimeSpan.seconds(60)
    /// The night that the submission is part of; nil: none.
    package var night: RequestKey?
    /// Is called often, on the thread that submits: renews the night that the submission is part of.
    package var renewNight: () throws(StoreError) -> Void = { () throws(StoreError) in }

    /// A submitter to one store.
    ///
    /// - Parameter environment: what backends take from the process.
    package init(
        store: any Store, environment: BackendEnvironment, shutdown: ShutdownRequest, observer: @escaping SubmitObserver
    ) {
        self.store = store
        self.environment = environment
        self.shutdown = shutdown
        self.observer = observer
        models = ModelChooser(environment.process)
    }

    /// Queues what is not yet known of a job's images.
    ///
    /// - Parameters:
    ///   - priority: the run's from now on, -100...100; nil: the one it has, at first 0.
    ///   - pinned: a plan beyond which nothing is queued; nil: all that lacks something is.
    ///   - guards: what keeps it from changing too many pictures at once; nil: it may change any number.
    package func submit(
        _ job: Job, manifest: FilePath, priority: Int? = nil, pinned: PlanFile? = nil, guards: ChangeGuards? = nil
    ) throws(CommandFailure) -> SubmissionResult {
        try checkReadJobs(of: job)
        let (plan, model) = try backendPlan(of: job, isPlan: false)
        for notice in plan.notices { observer(.notice(notice)) }
        if let pinned, pinned.recipes.map(\.recipe.digest) != plan.recipes.map(\.digest) { throw .planMoved }
        // Before any thread is started: senders mostly wait, and each has large buffers now and then.
        if plan.isRemote { shareHeap() }
        let sources = try sources(of: job)
        defer { sources.stop() }
        let request = request(of: job, manifest, plan.recipes, sources.catalog, priority: priority)
        return try endingCommand { () throws(StoreError) in
            var submission = try submit(job, request, sources, pinned: pinned.map(PlannedWork.init), guards)
            try readSymbols(of: job, plan.recipes, &submission)
            submission.model = model
            return submission
        }
    }

    /// The kept answers that the job might ask otherwise; nil where it asks what it asked before, and where nothing is
    /// billed.
    private func keptAnswers(
        of job: Job, _ recipes: [Recipe], asked session: any SubmissionPreview
    ) throws(StoreError) -> KeptAnswers? {
        guard job.isBilled, try session.asksOtherRecipes else { return nil }
        let known = try store.snapshot { reports throws(StoreError) in try reports.recipes() }
        return KeptAnswers(
            answers: store.answers, job: job.name, recipes: recipes,
            known: known.sorted { $0.key > $1.key }.map(\.value),
            isEnding: { shutdown.isDraining || environment.process.timeIsUp() != nil }, renewNight: renewNight)
    }

    /// Reads the symbols of what was answered without them, once the submission has completed the job's selection.
    private func readSymbols(of job: Job, _ recipes: [Recipe], _ submission: inout SubmissionResult) throws(StoreError)
    {
        guard !submission.isInterrupted, submission.refusal == nil,
            let recipe = job.recipeWithSymbols(among: recipes)
        else { return }
        let reader = SymbolReader(
            answers: store.answers, isEnding: { shutdown.isDraining || environment.process.timeIsUp() != nil },
            renewNight: renewNight)
        let done = try reader.read(recipe, job: job.name)
        submission.symbolsRead = done.read
        if let notice = done.notice { observer(.notice(notice)) }
    }

    /// What submitting a job would do; writes nothing, and asks nothing but the version of a hosted model.
    ///
    /// - Parameter earlier: plans of jobs that are to be done before it.
    package func plan(
        _ job: Job, manifest: FilePath, _ detail: PlanDetail = .numbers, after earlier: [JobPlan] = []
    ) throws(CommandFailure) -> JobPlan { try inspect(job, manifest, detail, after: earlier).plan }

    /// The plan as it would be now, and each thing that has moved since one was pinned; nothing where none has.
    package func changes(since pinned: PlanFile, of job: Job, manifest: FilePath)
        throws(CommandFailure) -> (plan: JobPlan, changes: [PlanChange])
    {
        try inspect(job, manifest, .changes(since: pinned))
    }

    private func inspect(
        _ job: Job, _ manifest: FilePath, _ detail: PlanDetail, after earlier: [JobPlan] = []
    ) throws(CommandFailure) -> (plan: JobPlan, changes: [PlanChange]) {
        try checkReadJobs(of: job, besides: Set(earlier.map(\.job)))
        let plan = try backendPlan(of: job, isPlan: true).plan
        let sources = try sources(of: job)
        defer { sources.stop() }
        let planner = JobPlanner(
            store: store, job: job, request: request(of: job, manifest, plan.recipes, sources.catalog), backend: plan,
            detail: detail, earlier: earlier,
            keptAnswers: { session throws(StoreError) in try keptAnswers(of: job, plan.recipes, asked: session) },
            shutdown: shutdown, clock: environment.process.clock, monotonic: environment.process.monotonic)
        return try endingCommand { () throws(StoreError) in try planner.plan(sources) }
    }

    /// What the backend answers and wants, without opening it, and the version of a hosted model that answers now.
    private func backendPlan(
        of job: Job, isPlan: Bool
    ) throws(CommandFailure) -> (plan: BackendPlan, model: ModelChoice?) {
        do throws(BackendError) {
            let found = try models.plan(for: job, isPlan: isPlan, in: environment)
            if let model = found.model { report(model, of: job) }
            return found
        } catch {
            // An interrupted download is not an answer of the service.
            if case .modelAwaited = error, shutdown.isDraining { throw .interrupted(.signal) }
            if case .modelAwaited(let reason) = error, environment.process.timeIsUp() != nil {
                throw .interrupted(.timeIsUp(reason))
            }
            if case .modelAwaited = error, !isPlan { try noteWait(of: job, error) }
            throw error.commandFailure
        }
    }

    /// Says which version of a hosted model answers.
    private func report(_ model: ModelChoice, of job: Job) {
        observer(.notice("model: \(model.words)"))
        log?(.model(job: job.name, name: model.name, outcome: model.origin.rawValue, .init(version: model.version)))
    }

    /// Notes on the job's newest run why its queued images wait, for `cairn status`.
    private func noteWait(of job: Job, _ error: BackendError) throws(CommandFailure) {
        try endingCommand { () throws(StoreError) in
            let waiting = try store.snapshot { reports throws(StoreError) in
                try reports.newestRun(job: job.name).map { run throws(StoreError) in try reports.totals(of: run) }
            }
            guard let run = waiting ?? nil, run.hasImagesLeft else { return }
            try store.control.noteStop(of: run.run, reason: error.description)
        }
    }

    /// With what a look at a job's sources begins.
    private func request(
        of job: Job, _ path: FilePath, _ recipes: [Recipe], _ catalog: Catalog, priority: Int? = nil
    ) -> SubmissionRequest {
        let manifest = PinnedManifest(job: job.name, text: Array(job.source.utf8), path: path)
        return SubmissionRequest(
            key: .random(), manifest: manifest, recipes: recipes, refresh: job.refresh, crashLimit: job.retry.crashes,
            retryNights: job.retry.nights, priority: priority,
            isGiven: { catalog.readings(of: $0.path, holding: $1).contains($0.reading) })
    }

    /// A job's sources, whose scan has begun.
    private func sources(of job: Job) throws(CommandFailure) -> SourceLoop {
        try SourceLoop(
            job, downloads: DownloadSettings(job.retry, certificates: environment.process.certificates),
            shutdown: shutdown,
            timeIsUp: environment.process.timeIsUp, clock: environment.process.monotonic, queryLimit: queryLimit,
            observer: observer, renewNight: renewNight)
    }

    /// Submits what the sources give.
    private func submit(
        _ job: Job, _ request: SubmissionRequest, _ sources: SourceLoop, pinned: PlannedWork?, _ guards: ChangeGuards?
    ) throws(StoreError) -> SubmissionResult {
        let log = log.map { SubmissionLog(job: job, add: $0) }
        log?.begin()
        let session = try store.submission(request)
        let kept = try keptAnswers(of: job, request.recipes, asked: session)?.keep() ?? 0
        let held = try pinned == nil ? heldImages(of: job, request.recipes, guards) : nil
        var intake = SourceIntake(
            session, into: Enqueuer(session, pinned: pinned, holding: held, log: log),
            clock: environment.process.monotonic)
        let lateness = try sources.run(into: &intake)
        let isInterrupted = shutdown.isDraining || lateness != nil
        // An interrupted one, too, reports which run its images have joined.
        if isInterrupted { try intake.submitBatch() } else { try intake.flush() }
        var refusal = isInterrupted ? nil : try refusal(of: intake.sink.held)
        if !isInterrupted, refusal == nil { try intake.release() }
        var submission = intake.submission
        submission.history = session.history
        submission.lateness = lateness
        submission.keptAnswers = kept
        var end = intake.end
        submission.isInterrupted = isInterrupted || end != nil
        if let guards, refusal == nil, !guards.accepted.removed {
            let fewer = try FewerImages.all(of: job, submission, session)
            if !fewer.isEmpty { refusal = .fewer(fewer) }
        }
        submission.refusal = refusal
        if !submission.isInterrupted, !submission.hasFailedQuery, refusal == nil {
            var completion = SubmissionCompletion(of: submission)
            completion.missingNames = try session.missingNames(below: sources.catalog.roots, renewNight: renewNight)
            completion.members = try session.changes(sources.catalog, renewNight: renewNight).map(\.1)
            completion.add(
                try FormerNames(
                    session, outside: sources.catalog.roots, now: environment.process.clock.now(),
                    renewNight: renewNight))
            completion.night = night
            end = try complete(&submission, session, completion, of: job, guards)
        }
        submission.end = end
        log?.end(submission)
        submission.reasons = try reasons(intake.sink.reasons, asking: request.recipes)
        if let end { observer(.notice(end.words)) }
        return submission
    }

    /// The reasons with what differs, in a fixed order.
    private func reasons(
        _ counts: [QueueReason: Int], asking recipes: [Recipe]
    ) throws(StoreError) -> [QueuedReason] {
        guard !counts.isEmpty else { return [] }
        let known = try store.snapshot { reports throws(StoreError) in try reports.recipes() }
        return QueuedReason.all(of: counts, asking: recipes, known)
    }
}
