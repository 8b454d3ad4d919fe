internal import Backends
internal import Planning
internal import Platform
internal import Storage
internal import Domain

/// The tasks a process has in hand: given to a line, and not yet ended.
final class InFlightTasks {
    private let line: any TaskPipeline
    private let events: Handover<PipelineEvent>
    private var held: [AttemptID: Claim] = [:]
    /// Attempts that were sent and whose ends are not recorded.
    private var sent: [AttemptID: Claim] = [:]
    /// The features that a claim can ask, by the number of the recipe.
    private let features: [RecipeID: FeatureType]
    /// What units cost; none where nothing is billed.
    private let prices: PriceList

    /// Starts the line of a backend.
    ///
    /// - Parameters:
    ///   - asked: the backend's recipe of each number that a task can ask.
    ///   - prices: what units cost.
    init(
        _ backend: Backend, asked: [RecipeID: Recipe], job: Job, web: DownloadSettings, prices: PriceList
    ) throws(RunError) {
        features = asked.mapValues(\.feature)
        self.prices = prices
        let judge = Judge(job.retry, chance: { Double.random(in: 0..<1) })
        // Wide enough for all that may be in hand, so that who ends a task never waits for who records it.
        events = Handover(capacity: mostInHand)
        switch backend {
        case .local(let backend): line = try LocalPipeline(backend, job: job, web: web, judge: judge, events: events)
        case .remote(let backend):
            line = try RemotePipeline(backend, asked: asked, job: job, web: web, judge: judge, events: events)
        }
    }

    /// Whether nothing is in hand.
    var isEmpty: Bool { held.isEmpty }

    /// What is under way to a service, or came back from it and is not recorded; of a local model what it works on.
    var inFlight: InFlight {
        guard prices.isBilled else { return InFlight(images: held.count, units: 0, microDollars: 0, isSent: false) }
        var (units, cost): (Int, Int64?) = (0, 0)
        for claim in sent.values {
            units += claim.asked.count
            let most = prices.most(of: claim.asked.compactMap { features[$0] })
            cost = cost.flatMap { cost in most.map { cost.addingReportingOverflow($0).partialValue } }
        }
        return InFlight(images: sent.count, units: units, microDollars: cost, isSent: true)
    }

    /// Why nothing can be annotated any more.
    var problem: BackendError? { line.problem }

    /// How many tasks more should be in hand.
    func room(at imagesPerSecond: Double) -> Int {
        if held.values.contains(where: \.isAlone) { return 0 }
        let wanted = min(line.wanted(at: imagesPerSecond), mostInHand / 2)
        return wanted - held.count >= line.topUp(of: wanted) ? wanted - held.count : 0
    }

    /// Gives tasks to the line.
    func give(_ more: [Claim]) {
        for claim in more { held[claim.attempt] = claim }
        line.give(more)
    }

    /// What has ended and what wants to leave, once it is worth a commit, or the time is up.
    func takeEvents(within milliseconds: Int64) -> PipelineEvents {
        let taken = PipelineEvents(events.takeAll(enough: max(1, line.enough(of: held.count)), within: milliseconds))
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

    /// Sends nothing more, and takes back what is not begun.
    func stopSending() {
        line.stopSending()
        takeBackUnbegun()
    }

    /// Takes back what is not begun; it ends as interrupted.
    func takeBackUnbegun() {
        let unbegun = line.takeBack()
        if !unbegun.isEmpty { events.put(.finished(unbegun.map { AttemptResult(returning: $0) })) }
    }

    /// Ends the line once it has finished what is in hand.
    func stop() {
        line.stop()
        events.close()
        // A thread that still waits for an answer must not wait for ever.
        PipelineEvents(events.takeAll(enough: 0, within: 0)).dismiss()
    }
}

/// The most tasks in hand whatever the backend: what a process may have to do again after its death.
private let mostInHand = 16_384
