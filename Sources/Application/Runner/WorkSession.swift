internal import Backends
internal import Logging
internal import Planning
internal import Platform
internal import Storage
internal import Domain

/// One process's work on one run, to its end: claims in, ends out, one writer.
///
/// The calling thread alone touches the store. Slots take claims from a bounded queue and put ends into another; each
/// commit records what has ended and claims what comes next, so the books are never further behind than one commit.
struct WorkSession {
    let worker: any WorkerSession
    let job: Job
    let backend: Backend
    /// The account that is billed; nil where nothing is billed.
    let account: String?
    /// Where the time comes from.
    let clock: Clock
    /// How files on the web are fetched.
    let web: DownloadSettings
    /// What units cost; none where nothing is billed.
    let prices: PriceList
    /// Whether the run may go on.
    let watch: RunGuard
    /// Reads how far the run is.
    var progress: ProgressReader
    let interruption: ShutdownRequest
    let observer: Observer
    let hooks: RunnerHooks
    /// Tells the log what becomes of each task; nil where there is none.
    var log: WorkLog?

    /// Works until nothing is left that may run, here or in other processes, or until the user stops it.
    ///
    /// - Returns: what keeps the rest waiting, where something does.
    mutating func work() throws(RunError) -> StopReason? {
        let hands = try InFlightTasks(backend, asked: worker.recipes, job: job, web: web, prices: prices)
        defer { hands.stop() }
        defer { interruption.inFlight.tell(hands.inFlight, isFinal: true) }
        do throws(RunError) {
            return try work(with: hands)
        } catch {
            // No answer is waited for: what comes back now cannot be kept, and what was not sent is not sent any more.
            guard case .store(let problem) = error, problem.kind == .gone else { throw error }
            throw .storeGone(problem, hands.inFlight)
        }
    }

    private mutating func work(with hands: InFlightTasks) throws(RunError) -> StopReason? {
        var obstacle: StopReason?
        var meter = Meter()
        var isIdle = false
        var wasDraining = false
        var number = 0
        while true {
            if let holder = try storing(hooks.tend) { throw .nightTaken(holder) }
            let events = hands.takeEvents(within: hands.isEmpty && !isIdle ? 0 : tick)
            // A thread without an answer by then, as nothing more is sent or the store has failed, must not wait for ever.
            defer { events.dismiss() }
            // What was taken back when the draining began has come out of the queue by the next round.
            interruption.inFlight.tell(hands.inFlight, isFinal: wasDraining)
            if interruption.isStopping {
                // What is in hand goes back when the worker leaves, without waiting for the slots.
                var report = WorkReport(number: number + 1)
                report.results = events.finished
                if !report.results.isEmpty { _ = try storing { () throws(StoreError) in try worker.exchange(report) } }
                log?.tell(ended: events.finished)
                hands.noteRecorded(events.finished)
                return nil
            }
            let isDraining = interruption.isDraining || hands.problem != nil || obstacle != nil
            wasDraining = isDraining
            if isDraining { hands.stopSending() } else { try answer(events.wanting) }
            meter.count(events.finished.count, at: monotonicMilliseconds())
            let room = isDraining ? 0 : hands.room(at: meter.imagesPerSecond)
            var order = WorkOrder()
            if room > 0 || events.hasChanges || worker.isDue {
                number += 1
                order = try exchange(number, events, hands, wanted: room, isDraining: isDraining)
            }
            log?.tell(claimed: order.claims)
            hands.give(order.claims)
            isIdle = hands.isEmpty
            // At a cap only the claims end: what is in hand has its units already.
            if case .cap = order.obstacle {} else { obstacle = obstacle ?? order.obstacle }
            if meter.takesReport(at: monotonicMilliseconds()) {
                let found = try look()
                obstacle = obstacle ?? found
            }
            if hands.isEmpty {
                if let problem = hands.problem { throw .backend(problem) }
                if isDraining { return obstacle }
                if let obstacle = order.obstacle { return obstacle }
                if order.claims.isEmpty, try !hasWork() { return nil }
            }
        }
    }

    /// Gives further names of images none of whose first ones holds the content.
    private func answer(_ wanting: [FurtherNames]) throws(RunError) {
        for names in wanting {
            names.answer(
                try storing { () throws(StoreError) in try worker.locations(of: names.claim, after: names.last) })
        }
    }

    /// Reports what has ended and what is ready to be sent, and gives the answers of the store on.
    private mutating func exchange(
        _ number: Int, _ events: PipelineEvents, _ hands: InFlightTasks, wanted: Int, isDraining: Bool
    ) throws(RunError) -> WorkOrder {
        var report = WorkReport(number: number)
        report.results = events.finished
        report.missing = events.missing
        // What waits to be sent goes back when nothing more is to be begun.
        let departing = isDraining ? [] : events.departing
        report.requests = departing.map(\.departure)
        report.wanted = wanted
        report.mayIsolate = hands.isEmpty
        let order = try storing { () throws(StoreError) in try worker.exchange(report) }
        log?.tell(ended: events.finished)
        hands.noteRecorded(events.finished)
        if let hold = events.finished.compactMap(\.accountHold).max() { tellHold(hold) }
        // What was claimed under a cap that has no room for it any more goes back at once.
        if order.isOverdrawn { hands.takeBackUnbegun() }
        for (clearance, decision) in zip(departing, order.decisions) {
            if case .send(let attempts) = decision {
                log?.tell(sent: attempts)
                hands.noteSent(attempts)
            }
            if case .wait(let span, place: nil) = decision { tellHold(span) }
            clearance.answer(decision)
        }
        return order
    }

    /// Tells that the service wants no request of the account for some time.
    private func tellHold(_ span: TimeSpan) {
        guard let account, span > .seconds(0) else { return }
        hooks.log?(.held(account: account, until: clock.now() + span))
        observer(.held(account: account, until: clock.now() + span))
    }

    /// Whether anything waits, or another process has a task of the run in hand.
    private func hasWork() throws(RunError) -> Bool {
        try storing { () throws(StoreError) in try worker.hasWork() }
    }

    /// Tells the run's numbers, and looks whether it may go on.
    private mutating func look() throws(RunError) -> StopReason? {
        guard let totals = try outlook().totals else { return nil }
        observer(.working(try storing { () throws(StoreError) in try progress.read(totals) }))
        // Telling takes its time; what was ordered meanwhile holds at once.
        return watch.obstacle(in: try outlook())
    }

    private func outlook() throws(RunError) -> RunOutlook {
        try storing { () throws(StoreError) in try worker.outlook() }
    }
}

/// Milliseconds after which the loop looks round though nothing has ended.
private let tick: Int64 = 50
