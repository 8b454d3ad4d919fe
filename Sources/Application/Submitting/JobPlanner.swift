internal import Backends
package import Planning
internal import Platform
internal import Storage
internal import Domain

/// What is wanted of a plan beside its numbers.
package enum PlanDetail: Sendable {
    /// Nothing.
    case numbers
    /// Nothing, and new files are not read: they count as new, copies of known content among them.
    case fast
    /// Each image.
    case images
    /// Each image, and what has moved since a plan was pinned.
    case changes(since: PlanFile)
}

/// Works out what submitting a job would do, by the same looks and decisions, and writes nothing.
struct JobPlanner {
    let store: any Store
    let job: Job
    let request: SubmissionRequest
    let backend: BackendPlan
    let detail: PlanDetail
    /// Plans of jobs that are to be done before it.
    let earlier: [JobPlan]
    /// Answers that the job need not ask for, for a look at its sources; nil where there can be none.
    let keptAnswers: (any SubmissionPreview) throws(StoreError) -> KeptAnswers?
    let shutdown: ShutdownRequest
    let clock: Clock
    let monotonic: MonotonicClock

    /// The plan, and what has moved since the one that was pinned.
    func plan(_ sources: SourceLoop) throws(StoreError) -> (plan: JobPlan, changes: [PlanChange]) {
        let ledger = try ledgerView()
        let session = try store.preview(request)
        let kept = try keptAnswers(session)?.assume(in: session) ?? 0
        var intake = SourceIntake(
            session,
            into: PlanCollector(session, asking: request.recipes, prices: ledger.prices, keepsImages: keepsImages),
            clock: monotonic, readsFiles: readsFiles)
        let lateness = try sources.run(into: &intake)
        try intake.flush()
        var found = intake.submission
        found.lateness = lateness
        found.isInterrupted = shutdown.isDraining || lateness != nil
        let collector = intake.sink
        let unseen =
            found.isInterrupted || found.hasFailedQuery
            ? UnseenMembers([]) : UnseenMembers(try session.changes(sources.catalog, listed: collector.missingNames))
        let symbolsRead = try job.recipeWithSymbols(among: request.recipes).map { recipe throws(StoreError) in
            try session.countLackingSymbols(of: recipe, excluding: unseen.images)
        }
        let wait = try wait(session)
        let file = keepsImages ? file(of: collector.images, ledger) : nil
        var (run, queue, others, caps, recipes) = try readStore(of: session.run, excluding: unseen.leaving, ledger)
        run?.running -= queue.abandoned
        let ownGroups = groups(of: queue, ledger)
        let queued = PlanSummary.Count(of: ownGroups)
        let summary = collector.tally.summary(
            earlier: Array(recipes.values), used: ledger.used, pace: job.pace, imagesInRequest: backend.maxImages,
            queuedImages: queued.images)
        let asks = queue.parts.map { FeatureAsk($0.features, images: $0.images) } + collector.tally.asks
        let plan = JobPlan(
            job: job.name, account: ledger.account, summary: summary, month: ledger.month, used: ledger.used,
            caps: caps,
            forecast: CapForecast(caps, groups: ownGroups + collector.tally.groups), found: found,
            missing: unseen.missing, removed: unseen.removed, replaced: unseen.replaced,
            symbolsRead: symbolsRead ?? 0, keptAnswers: kept,
            refusals: try refusals(
                of: unseen, collector.again.summary(earlier: Array(recipes.values)),
                FewerImages.all(of: job, found, session)),
            unread: collector.unread, run: run, queued: queued, otherRuns: others.map(\.run),
            queuedInOthers: PlanSummary.Count(of: others.flatMap { groups(of: $0.queue, ledger) }),
            cost: CostEstimate(asks, prices: ledger.prices, used: ledger.used), wait: wait, speed: try formerSpeed(),
            askedImages: collector.askedImages, file: file)
        guard case .changes(let pinned) = detail, let file else { return (plan, []) }
        return (plan, try changes(from: pinned, to: file, session))
    }

    private func groups(of queue: RunQueue, _ ledger: LedgerView) -> [CapForecast.Group] {
        queue.parts.map {
            CapForecast.Group(
                images: $0.images, units: $0.features.count, microDollars: ledger.prices.maxCost(of: $0.features))
        }
    }

    /// The run that new images would join, its queue and those of the job's other runs that a night works on, but for
    /// images that leave them, the caps that hold, and the recipes of the store.
    private func readStore(
        of run: RunID?, excluding leaving: Set<ImageID>, _ ledger: LedgerView
    ) throws(StoreError) -> (
        RunTotals?, RunQueue, others: [(run: RunID, queue: RunQueue)], [CapUsage], [RecipeID: Recipe]
    ) {
        let host = (try? ProcessIdentity.current())?.host
        return try store.snapshot { reports throws(StoreError) in
            func queue(of run: RunID) throws(StoreError) -> RunQueue {
                try reports.queue(of: run, excluding: leaving, seenFrom: host)
            }
            let others = try run.map { run throws(StoreError) in try reports.runs(besides: run) } ?? []
            return (
                try run.map { run throws(StoreError) in try reports.totals(of: run) } ?? nil,
                try run.map(queue) ?? RunQueue(),
                try others.map { other throws(StoreError) in (other, try queue(of: other)) },
                try ledger.account.map { account throws(StoreError) in
                    try reports.caps(
                        job: job.name, joining: run,
                        on: Billing(account: account, budget: job.budget, maxImages: backend.maxImages))
                } ?? [],
                try reports.recipes()
            )
        }
    }

    /// How fast an earlier run was; nil for what a service answers.
    private func formerSpeed() throws(StoreError) -> FormerSpeed? {
        guard !backend.isRemote else { return nil }
        return try store.snapshot { reports throws(StoreError) in try FormerSpeed(job: job.name, in: reports) }
    }

    /// Why a submission would not do so much at once.
    ///
    /// - Parameters:
    ///   - again: what would be asked again of pictures that the job knew.
    ///   - fewer: queries that give far fewer images than before.
    private func refusals(
        of unseen: UnseenMembers, _ again: PlanSummary, _ fewer: [FewerImages]
    ) throws(StoreError) -> [SubmissionRefusal] {
        let ofQueries: [SubmissionRefusal] = fewer.isEmpty ? [] : [.fewer(fewer)]
        guard let process = try? ProcessIdentity.current() else { return [] }
        let asked = job.isBilled ? again.total.images : 0
        let (known, answered) = try store.snapshot { reports throws(StoreError) in
            let mark = try reports.mark(process)
            return (
                try BulkLimit(
                    counting: max(unseen.missing, unseen.removedKnown), ofJob: job.name, before: mark, in: reports),
                try BulkLimit(counting: asked, ofJob: job.name, onlyAnswered: true, before: mark, in: reports)
            )
        }
        var refusals = ofQueries
        if let known, known.refuses(unseen.missing) { refusals.append(.missing(unseen.missing, known: known.known)) }
        if let answered, answered.refuses(asked) { refusals.append(.again(again.reasons, known: answered.known)) }
        if let known, fewer.isEmpty, known.refuses(unseen.removedKnown) {
            refusals.append(.removed(unseen.removedKnown, known: known.known))
        }
        return refusals
    }

    /// What the jobs that its queries read have not answered yet, by the store and by their plans.
    private func wait(_ session: any SubmissionPreview) throws(StoreError) -> PlanWait? {
        var jobs: [String] = []
        var images = 0
        for name in job.readJobs {
            var known = try session.queuedImages(job: name)
            var new = 0
            if let plan = earlier.first(where: { $0.job == name }) {
                known.formUnion(plan.askedImages.known)
                new = plan.askedImages.new + (plan.wait?.images ?? 0)
            }
            if known.count + new > 0 { jobs.append(name) }
            images += session.countUnseen(known) + new
        }
        guard !jobs.isEmpty else { return nil }
        return PlanWait(jobs: jobs, images: images, units: images * request.recipes.count)
    }

    /// Whose bill it is, what units cost, and what was used this month.
    private struct LedgerView {
        let account: String?
        let prices: PriceList
        let list: [FeaturePrice]
        let month: String
        let used: [FeatureUse]
    }

    private func ledgerView() throws(StoreError) -> LedgerView {
        let month = VendorDay(of: clock.now()).monthKey
        let (list, account, used) = try store.snapshot { reports throws(StoreError) in
            let account = backend.isRemote ? try self.account(reports) : nil
            return (
                try reports.prices(), account,
                try account.map { account throws(StoreError) in try reports.use(of: account, month: month) } ?? []
            )
        }
        return LedgerView(
            account: account, prices: account == nil ? .unbilled : PriceList(list), list: list, month: month,
            used: used)
    }

    /// The account that the manifest names, else the one on which the job's newest run is booked: which project
    /// credentials belong to is not known without them.
    private func account(_ reports: any Reports) throws(StoreError) -> String {
        if let account = backend.account { return account }
        let run = try reports.newestRun(job: job.name)
        let booked = try run.map { run throws(StoreError) in try reports.accounts(of: run) } ?? []
        return booked.last ?? unknownAccount
    }

    private var readsFiles: Bool { if case .fast = detail { false } else { true } }

    private var keepsImages: Bool {
        switch detail {
        case .numbers, .fast: false
        case .images, .changes: true
        }
    }

    private func file(of images: [PinnedImage], _ ledger: LedgerView) -> PlanFile {
        PlanFile(
            madeAt: clock.now(), job: job.name,
            manifest: PlanFile.Manifest(
                digest: job.digest, path: request.manifest.path),
            account: ledger.account, recipes: request.recipes, prices: ledger.list, images: images, used: ledger.used)
    }

    private func changes(from pinned: PlanFile, to now: PlanFile, _ session: any SubmissionPreview)
        throws(StoreError) -> [PlanChange]
    {
        let present = Set(now.images.map(\.key))
        let dropped = pinned.images.map(\.key).filter { !present.contains($0) }
        let decisions = try session.decisions(of: dropped)
        let standings = Dictionary(zip(dropped, decisions)) { first, _ in first }
        return pinned.changes(to: now) { image in
            switch standings[image.key] ?? nil {
            case .answered: .answered
            case .alreadyQueued: .queued
            case .skipFailed, .awaitRetry, .copyFailure: .failed
            case .queue, .outsideShare, nil: .gone
            }
        }
    }
}
