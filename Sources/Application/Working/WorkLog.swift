internal import Logging
internal import Platform
internal import Planning
internal import Storage
internal import Domain

/// Tells a log what becomes of the tasks of a run.
struct WorkLog {
    let job: String
    let run: RunID
    /// The recipe of each number that a task can ask.
    let recipes: [RecipeID: Recipe]
    /// What units cost; none where nothing is billed.
    let prices: PriceList
    let add: (LogEvent) -> Void
    private var claimed: [AttemptID: Claim] = [:]

    init(
        job: String, run: RunID, recipes: [RecipeID: Recipe], prices: PriceList, add: @escaping (LogEvent) -> Void
    ) {
        self.job = job
        self.run = run
        self.recipes = recipes
        self.prices = prices
        self.add = add
    }

    /// Tells what was claimed.
    mutating func log(claimed claims: [Claim]) {
        for claim in claims {
            claimed[claim.attempt] = claim
            add(.claimed(task(claim)))
        }
    }

    /// Tells what is sent.
    func log(sent attempts: [AttemptID]) {
        for attempt in attempts {
            guard let claim = claimed[attempt] else { continue }
            let cost = cost(of: claim)
            add(.sent(task(claim), units: cost.units, microDollars: cost.microDollars))
        }
    }

    /// Tells what has ended.
    mutating func log(ended results: [AttemptResult]) {
        for result in results {
            claimed[result.claim.attempt] = nil
            let task = task(result.claim)
            let cost = result.charge == .none ? (units: 0, microDollars: 0) : cost(of: result.claim)
            switch result.outcome {
            case .answered:
                let cost = self.cost(of: result.claim)
                add(.answered(task, units: cost.units, microDollars: cost.microDollars, time: result.workTime))
            case .failed(let failure):
                add(
                    .failed(
                        task, LogEvent.FailureWord(failure), units: cost.units, microDollars: cost.microDollars,
                        isUncertain: result.charge == .uncertain))
            case .retry(let failure, let wait):
                add(
                    .retry(
                        task, LogEvent.FailureWord(failure), after: wait, units: cost.units,
                        microDollars: cost.microDollars, isUncertain: result.charge == .uncertain))
            case .interrupted, .crashed: break
            }
        }
    }

    private func task(_ claim: Claim) -> LogEvent.Task {
        let path = claim.reference.map { FilePath($0) } ?? claim.locations.first?.path
        return LogEvent.Task(
            job: job, run: run, image: LoggedImage(digest: claim.key.digest, path: path),
            attempt: claim.attemptCount + 1)
    }

    private func cost(of claim: Claim) -> (units: Int, microDollars: Int64) {
        guard prices.isBilled else { return (0, 0) }
        let features = claim.asked.compactMap { recipes[$0]?.feature }
        return (features.count, prices.maxCost(of: features) ?? 0)
    }
}
