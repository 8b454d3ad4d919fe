internal import Backends
internal import Fetching
internal import Logging
internal import Planning
internal import Platform
internal import Storage
internal import Domain

/// One process's work on one run, to its end: it claims tasks and records how they ended.
///
/// The calling thread alone touches the store. The pipeline's threads take claims from a bounded queue and put events
/// into another; each commit records what has ended and claims what comes next, so the ledger is at most one commit
/// behind.
struct WorkSession {
    let worker: any WorkerSession
    /// Queues failed tasks of the run again.
    let requeue: ([TaskID]) throws(StoreError) -> Void
    let job: Job
    let backend: Backend
    /// The account that is billed; nil where nothing is billed.
    let account: String?
    /// Where the time comes from.
    let clock: Clock
    /// Measures times.
    let monotonic: MonotonicClock
    /// Evenly distributed in 0..<1.
    let chance: @Sendable () -> Double
    /// How files on the web are fetched.
    let downloads: DownloadSettings
    /// Where temporary files are made.
    let temporary: FilePath
    /// What units cost; none where nothing is billed.
    let prices: PriceList
    /// What a local model may take for a picture.
    let callLimits: CallLimits
    /// Whether the work must stop.
    let runGuard: RunGuard
    /// Reads how far the run is.
    var progress: ProgressReader
    /// Is told what is in flight.
    let inFlight: InFlightStatus
    let shutdown: ShutdownRequest
    let observer: WorkObserver
    /// Hears what concerns the whole run; nil where there is no log.
    let log: ((LogEvent) -> Void)?
    /// Renews the night that the work is part of; answers which process has it instead.
    let renewNight: () throws(StoreError) -> NightOwner?
    /// Where crashed workers of the store leave a word.
    let crashWatch: CrashWatch
    /// Tells of workers that have crashed.
    let reportCrashes: ([WorkerCrash]) -> Void
    /// Tells the log what becomes of each task; nil where there is none.
    var taskLog: WorkLog?

    /// Works until nothing is left that can run, here or in other processes, or until the user stops it.
    ///
    /// - Returns: why the rest is left, where something is.
    mutating func work() throws(CommandFailure) -> StopReason? {
        let tasks = try InFlightTasks(
            backend, asked: worker.recipes, job: job, downloads: downloads, prices: prices,
            temporary: temporary, clock: monotonic, chance: chance)
        defer { tasks.stop() }
        defer { inFlight.update(tasks.inFlight, isFinal: true) }
        do throws(CommandFailure) {
            return try work(with: tasks)
        } catch {
            // No reply is waited for: it could not be recorded, and no further request is sent.
            guard let problem = error.cause as? StoreError, problem.kind == .gone else { throw error }
            throw .storeGone(problem, tasks.inFlight)
        }
    }

    private mutating func work(with tasks: InFlightTasks) throws(CommandFailure) -> StopReason? {
        var stop: StopReason?
        var meter = RateMeter()
        var isIdle = false
        var wasDraining = false
        var grace = GracePeriod()
        var number = 0
        while true {
            if let holder = try write(with: tasks, renewNight) { throw .nightTaken(by: holder) }
            let events = tasks.nextEvents(within: tasks.isEmpty && !isIdle ? 0 : tick)
            // Where nothing more is sent or the store has failed, threads without an answer would wait for ever.
            defer { events.dismiss() }
            // What was taken back when the draining began has come out of the queue by the next round.
            inFlight.update(tasks.inFlight, isFinal: wasDraining)
            if shutdown.isStopping {
                try leave(tasks, events.finished, number)
                return nil
            }
            if let calls = tasks.modelCalls {
                let now = monotonic.now()
                let overrun = callLimits.overrun(
                    of: calls.running, at: now, resident: ProcessIdentity.ownResidentBytes)
                if let overrun {
                    try leave(tasks, events.finished + overrun.ends, number)
                    // The thread that hangs, or takes the memory, ends with the process alone.
                    shutdown.requireEnd()
                    throw .overrun(overrun, in: progress.run)
                }
                if grace.isOver(stop, at: now) {
                    try leave(tasks, events.finished, number)
                    return stop
                }
            }
            let isDraining = shutdown.isDraining || tasks.problem != nil || stop != nil
            wasDraining = isDraining
            if isDraining { tasks.stopSending() } else { try answer(events.wanting) }
            meter.count(events.finished.count, at: monotonic.now())
            let room = isDraining ? 0 : tasks.room(at: meter.imagesPerSecond)
            var order = WorkOrder()
            if room > 0 || events.hasChanges || worker.isDue {
                number += 1
                order = try exchange(number, events, tasks, wanted: room, isDraining: isDraining)
            }
            taskLog?.log(claimed: order.claims)
            tasks.add(order.claims)
            isIdle = tasks.isEmpty
            // At a cap, stop claiming; running tasks already have their units.
            if case .cap = order.stopReason {} else { stop = stop ?? order.stopReason }
            if meter.isReportDue(at: monotonic.now()) {
                let found = try report()
                stop = stop ?? found
            }
            if tasks.isEmpty {
                if let problem = tasks.problem {
                    try endingCommand { () throws(StoreError) in try requeue(problem.wronglyFailed) }
                    throw problem.error.commandFailure
                }
                if isDraining { return stop }
                if let reason = order.stopReason { return reason }
                if order.claims.isEmpty, try !hasWork() { return nil }
            }
        }
    }

    /// Records the last ends of a worker that does not wait for its threads.
    ///
    /// Running tasks are queued again when the worker leaves.
    private mutating func leave(
        _ tasks: InFlightTasks, _ ends: [AttemptResult], _ number: Int
    ) throws(CommandFailure) {
        var report = WorkReport(number: number + 1)
        report.results = ends
        if !ends.isEmpty { _ = try endingCommand { () throws(StoreError) in try worker.exchange(report) } }
        taskLog?.log(ended: ends)
        tasks.noteRecorded(ends)
    }

    /// Gives further names of images none of whose first ones holds the content.
    private func answer(_ wanting: [Question<NameRequest, [FileLocation]>]) throws(CommandFailure) {
        for question in wanting {
            let request = question.request
            question.answer(
                try endingCommand { () throws(StoreError) in
                    try worker.locations(of: request.claim, after: request.last)
                })
        }
    }

    /// Reports what has ended and what is ready to be sent, and passes on what the store decides.
    private mutating func exchange(
        _ number: Int, _ events: PipelineEvents, _ tasks: InFlightTasks, wanted: Int, isDraining: Bool
    ) throws(CommandFailure) -> WorkOrder {
        var report = WorkReport(number: number)
        report.results = events.finished
        report.missing = events.missing
        // When nothing more is begun, requests that wait to be sent go back.
        let requests = isDraining ? [] : events.requests
        report.requests = requests.map(\.request)
        report.wanted = wanted
        report.mayIsolate = tasks.isEmpty
        let left = worker.isDue ? crashWatch.read() : nil
        report.crashes = left?.records ?? []
        let order = try write(with: tasks) { () throws(StoreError) in try worker.exchange(report) }
        if let rescue = order.rescue {
            crashWatch.settle(left, rescue)
            reportCrashes(rescue.crashes)
        }
        taskLog?.log(ended: events.finished)
        tasks.noteRecorded(events.finished)
        if let hold = events.finished.compactMap(\.hold).max() { reportHold(hold) }
        // Tasks that were claimed under a cap without room by now are requeued at once.
        if order.isOverdrawn { tasks.withdrawQueued() }
        for (request, decision) in zip(requests, order.decisions) {
            if case .send(let attempts) = decision {
                taskLog?.log(sent: attempts)
                tasks.noteSent(attempts)
            }
            if case .wait(let span, slot: nil) = decision { reportHold(span) }
            request.answer(decision)
        }
        return order
    }

    /// Tells that the service wants no request of the account for some time.
    private func reportHold(_ span: TimeSpan) {
        guard let account, span > .seconds(0) else { return }
        log?(.held(account: account, until: clock.now() + span))
        observer(.onHold(account: account, until: clock.now() + span))
    }

    /// Whether tasks of the run are queued, or running in another process.
    private func hasWork() throws(CommandFailure) -> Bool {
        try endingCommand { () throws(StoreError) in try worker.hasWork() }
    }

    /// Tells the run's numbers; answers why the work must stop, where it must.
    private mutating func report() throws(CommandFailure) -> StopReason? {
        guard let totals = try outlook().totals else { return nil }
        observer(.working(try endingCommand { () throws(StoreError) in try progress.read(totals) }))
        // Telling takes time; an order that was given meanwhile takes effect at once.
        return runGuard.stopReason(in: try outlook())
    }

    private func outlook() throws(CommandFailure) -> RunOutlook {
        try endingCommand { () throws(StoreError) in try worker.outlook() }
    }
}

/// Milliseconds after which the loop continues though nothing has ended.
private let tick: Int64 = 50
