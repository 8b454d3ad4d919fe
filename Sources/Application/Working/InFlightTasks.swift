internal import Backends
internal import Fetching
internal import Planning
internal import Platform
internal import Storage
internal import Domain

/// The tasks that were claimed, given to a pipeline, and have not ended.
final class InFlightTasks {
    private let pipeline: any TaskPipeline
    private let events: BlockingQueue<PipelineEvent>
    private var held: [AttemptID: Claim] = [:]
    /// Attempts that were sent and whose ends are not recorded.
    private var sent: [AttemptID: Claim] = [:]
    /// The features that a claim can ask, by the number of the recipe.
    private let features: [RecipeID: FeatureType]
    /// What units cost; none where nothing is billed.
    private let prices: PriceList

    /// Starts the pipeline of a backend.
    ///
    /// - Parameters:
    ///   - asked: the backend's recipe of each number that a task can ask.
    ///   - prices: what units cost.
    ///   - temporary: where temporary files are made.
    ///   - clock: tells how long each task takes.
    ///   - chance: evenly distributed in 0..<1.
    init(
        _ backend: Backend, asked: [RecipeID: Recipe], job: Job, downloads: DownloadSettings, prices: PriceList,
        temporary: FilePath, clock: MonotonicClock, chance: @escaping @Sendable () -> Double
    ) throws(CommandFailure) {
        features = asked.mapValues(\.feature)
        self.prices = prices
        // Wide enough for all tasks, so that a thread that ends one never waits until it is recorded.
        let events = BlockingQueue<PipelineEvent>(capacity: maxTasks)
        self.events = events

        /// The pipeline of a remote backend, whatever its requests are.
        func remotePipeline(_ backend: some RemoteBackend) throws(CommandFailure) -> any TaskPipeline {
            try RemotePipeline(
                backend, asked: asked, job: job, downloads: downloads, events: events, clock: clock, chance: chance)
        }
        switch backend {
        case .local(let backend):
            pipeline = try LocalPipeline(
                backend, job: job, downloads: downloads, events: events, temporary: temporary, clock: clock,
                chance: chance)
        case .remote(let backend): pipeline = try remotePipeline(backend)
        }
    }

    /// Whether there is none.
    var isEmpty: Bool { held.isEmpty }

    /// What was sent to a service and is not recorded; of a local model what it works on.
    var inFlight: InFlight {
        guard prices.isBilled else { return InFlight(images: held.count, units: 0, microDollars: 0, isSent: false) }
        var (units, cost): (Int, Int64?) = (0, 0)
        for claim in sent.values {
            units += claim.asked.count
            let maxCost = prices.maxCost(of: claim.asked.compactMap { features[$0] })
            cost = cost.flatMap { cost in maxCost.map { cost.addingReportingOverflow($0).partialValue } }
        }
        return InFlight(images: sent.count, units: units, microDollars: cost, isSent: true)
    }

    /// The calls of a local model that are running; nil where a service answers.
    var modelCalls: ModelCalls? { pipeline.modelCalls }

    /// That a service answers nothing at present.
    var trouble: ServiceTrouble? { pipeline.trouble }

    /// Why nothing can be annotated any more.
    var problem: PipelineProblem? { pipeline.problem }

    /// How many more tasks should be claimed.
    func room(at imagesPerSecond: Double) -> Int {
        if held.values.contains(where: \.isIsolated) { return 0 }
        let wanted = min(pipeline.wanted(at: imagesPerSecond), maxTasks / 2)
        return wanted - held.count >= pipeline.minClaim(of: wanted) ? wanted - held.count : 0
    }

    /// Gives tasks to the pipeline.
    func add(_ more: [Claim]) {
        for claim in more { held[claim.attempt] = claim }
        pipeline.add(more)
    }

    /// What has ended and what is ready to be sent, once it is worth a commit, or the time is up.
    func nextEvents(within milliseconds: Int64) -> PipelineEvents {
        let taken = PipelineEvents(
            events.takeAll(enough: max(1, pipeline.enough(of: held.count)), within: milliseconds))
        for one in taken.finished { held[one.claim.attempt] = nil }
        return taken
    }

    /// Says that the units of some attempts are written down as sent.
    func noteSent(_ attempts: [AttemptID]) {
        for attempt in attempts { sent[attempt] = held[attempt] }
    }

    /// Says that some ends are recorded.
    func noteRecorded(_ ends: [AttemptResult]) {
        for one in ends { sent[one.claim.attempt] = nil }
    }

    /// Sends nothing more, and takes back what has not begun.
    func stopSending() {
        pipeline.stopSending()
        withdrawQueued()
    }

    /// Takes back what has not begun; it ends as interrupted.
    func withdrawQueued() {
        let queued = pipeline.withdraw()
        if !queued.isEmpty { events.put(.finished(queued.map { AttemptResult(returning: $0) })) }
    }

    /// Ends the pipeline once its tasks have ended.
    func stop() {
        pipeline.stop()
        events.close()
        // A thread that still waits for an answer would wait for ever.
        PipelineEvents(events.takeAll(enough: 0, within: 0)).dismiss()
    }
}

/// The most tasks whatever the backend: what a process may have to do again after a crash.
private let maxTasks = 16_384
