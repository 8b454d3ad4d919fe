internal import Planning
internal import Storage
internal import Domain

/// Finds a job's images, works out what is not yet known of them, and queues that.
struct Submitter {
    let store: any Store
    let job: Job
    let request: SubmissionRequest
    /// The only work that may be queued; nil: all that lacks something.
    let pinned: PlannedWork?
    let interruption: ShutdownRequest
    let observer: Observer
    var hooks = RunnerHooks()
    /// From when on a job's pictures are new, where a lost disk must not be taken for deleted ones; nil: any number may be gone.
    var mountGuard: WorkMark?

    /// Submits what the sources give.
    func submit(_ sources: SourceLoop) throws(StoreError) -> Submission {
        let log = hooks.log.map { SubmissionLog(job: job, add: $0) }
        log?.begin()
        let session = try store.submission(request)
        var intake = SourceIntake(session, into: Enqueuer(session, pinned: pinned, log: log))
        try sources.run(into: &intake)
        let isInterrupted = interruption.isDraining
        // An interrupted one, too, tells which run its images have joined.
        if isInterrupted { try intake.handOn() } else { try intake.flush() }
        var submission = intake.submission
        var end = intake.end
        submission.isInterrupted = isInterrupted || end != nil
        if !submission.isInterrupted { end = try complete(&submission, session, sources) }
        submission.end = end
        log?.end(submission)
        submission.reasons = try reasons(intake.sink.reasons)
        if let end { observer(.notice(end.words)) }
        return submission
    }

    /// Completes a submission that has seen all sources.
    ///
    /// - Returns: why it could not be completed; nil as a rule.
    private func complete(
        _ submission: inout Submission, _ session: any SubmissionSession, _ sources: SourceLoop
    ) throws(StoreError) -> SubmissionEnd? {
        var completion = SubmissionCompletion(counts: SubmissionCounts())
        completion.counts.found = submission.found
        completion.counts.read = submission.read
        completion.counts.known = submission.answered + submission.underWay + submission.copies
        completion.counts.queued = submission.queued
        let tend = { () throws(StoreError) in _ = try hooks.tend() }
        completion.goneNames = try session.goneNames(below: job.roots, tend: tend)
        completion.members = try session.fates(sources.catalog, tend: tend).map(\.1)
        completion.night = hooks.night
        completion.missingAtMost = try mostMissing(of: completion.members.count)
        switch try session.finish(completion) {
        case .completed(let counts, let run):
            submission.counts = counts
            submission.run = run
        case .ended(let end):
            submission.isInterrupted = true
            return end
        case .refused(let missing): submission.refusedMissing = missing
        }
        return nil
    }

    /// How many pictures may be marked as missing where at most so many are to be; nil: any number.
    private func mostMissing(of members: Int) throws(StoreError) -> Int? {
        guard let mountGuard, MountGuard(known: 0).refuses(missing: members) else { return nil }
        let known = try store.snapshot { reports throws(StoreError) in
            try reports.presentMembers(ofJob: job.name, before: mountGuard)
        }
        return MountGuard(known: known).missingAtMost
    }

    /// The reasons with what differs, in a fixed order.
    private func reasons(_ counts: [QueueReason: Int]) throws(StoreError) -> [QueuedReason] {
        guard !counts.isEmpty else { return [] }
        let recipes = try store.snapshot { reports throws(StoreError) in try reports.recipes() }
        return QueuedReason.all(of: counts, asking: request.recipes, recipes)
    }
}

extension SubmissionEnd {
    /// The end in words.
    fileprivate var words: String {
        switch self {
        case .overtaken:
            "a newer submission of the job goes by another manifest or asks another model; this one ends here"
        case .runCancelled: "the run was cancelled meanwhile; nothing more is queued in it"
        }
    }
}
