internal import Planning
internal import Storage
internal import Domain

extension JobSubmitter {
    /// What of a billed job waits until all sources were seen; nil where any number of images may be asked again.
    func heldImages(of job: Job, _ recipes: [Recipe], _ guards: ChangeGuards?) throws(StoreError) -> HeldImages? {
        guard let guards, job.isBilled, !guards.accepted.again else { return nil }
        let prices = try store.snapshot { reports throws(StoreError) in try reports.prices() }
        return HeldImages(tally: PlanTally(recipes: recipes, prices: PriceList(prices))) { count throws(StoreError) in
            try limit(counting: count, of: job, onlyAnswered: true, guards)
        }
    }

    /// Why what is held is not asked; nil where it may be.
    func refusal(of held: HeldImages?) throws(StoreError) -> SubmissionRefusal? {
        guard let held, held.isOverLimit else { return nil }
        let recipes = try store.snapshot { reports throws(StoreError) in try reports.recipes() }
        return held.refusal(earlier: Array(recipes.values))
    }

    /// Completes a submission that has seen all sources.
    ///
    /// - Returns: why it could not be completed; nil as a rule, also where a guard has refused it.
    func complete(
        _ submission: inout SubmissionResult, _ session: any SubmissionSession, _ completion: SubmissionCompletion,
        of job: Job, _ guards: ChangeGuards?
    ) throws(StoreError) -> SubmissionEnd? {
        var completion = completion
        let limit = try limit(counting: completion.members.count, of: job, guards)
        if guards?.accepted.missing == false { completion.missingAtMost = limit?.atMost }
        if guards?.accepted.removed == false { completion.removedAtMost = limit?.atMost }
        switch try session.finish(completion) {
        case .completed(let counts, let run):
            submission.counts = counts
            submission.run = run
        case .ended(let end):
            submission.isInterrupted = true
            return end
        case .tooManyMissing(let missing): submission.refusal = .missing(missing, known: limit?.known ?? missing)
        case .tooManyRemoved(let removed): submission.refusal = .removed(removed, known: limit?.known ?? removed)
        }
        return nil
    }

    /// The most of a job's pictures that may change at once; nil where any number may, or this many are always few.
    private func limit(
        counting count: Int, of job: Job, onlyAnswered: Bool = false, _ guards: ChangeGuards?
    ) throws(StoreError) -> BulkLimit? {
        guard let guards else { return nil }
        return try store.snapshot { reports throws(StoreError) in
            try BulkLimit(
                counting: count, ofJob: job.name, onlyAnswered: onlyAnswered, before: guards.baseline, in: reports)
        }
    }
}
