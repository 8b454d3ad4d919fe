internal import Backends
internal import Fetching
internal import Logging
internal import Planning
internal import Platform
internal import Services
internal import Storage
internal import Domain

/// One process's work on one run, to its end: it claims tasks and records how they ended.
///
/// The calling thread alone touches the store. The pipeline's threads take claims from a bounded queue and put events
/// into another; each commit records what has ended and claims what comes next, so the ledger is at most one commit
/// behind.
struct WorkSession {
    /// What works on the runs of the store.
    let jobs: JobWorker
    let worker: any WorkerSession
    let job: Job
    let backend: Backend
    /// The account that is billed; nil where nothing is billed.
    let account: String?
    /// What units cost; none where nothing is billed.
    let prices: PriceList
    /// What a local model may take for a picture.
    let callLimits: CallLimits
    /// Whether the work must stop.
    let runGuard: RunGuard
    /// Reads how far the run is.
    var progress: ProgressReader
    /// Logs what becomes of each task; nil where there is no log.
    var taskLog: WorkLog?

    private var clock: Clock { jobs.process.clock }
    /// Measures times.
    var monotonic: MonotonicClock { jobs.process.monotonic }
    var shutdown: ShutdownRequest { jobs.shutdown }

    /// Works until nothing is left that can run, here or in other processes, or until the user stops it.
    ///
    /// - Returns: why the rest is left, where something is.
    mutating func work() throws(CommandFailure) -> StopReason? {
        let tasks = try InFlightTasks(
            backend, asked: worker.recipes, job: job,
            downloads: DownloadSettings(job.retry, certificates: jobs.process.certificates), prices: prices,
            temporary: jobs.process.temporaryFolder, clock: monotonic, chance: jobs.process.chance)
        defer { tasks.stop() }
        defer { jobs.inFlight.update(tasks.inFlight, isFinal: true) }
        do throws(CommandFailure) {
            return try work(with: tasks)
        } catch {
            // No reply is waited for: it could not be recorded, and no further request is sent.
            guard let problem = error.cause as? StoreError, problem.kind == .gone else { throw error }
            throw .storeGone(problem, tasks.inFlight)
        }
    }

    private mutating func work(with tasks: InFlightTasks) throws(CommandFailure) -> StopReason? {
        var state = SessionState()
        var meter = RateMeter()
        var grace = GracePeriod()
        var number = 0
        var wait: Int64 = 0
        while true {
            if let holder = try write(with: tasks, jobs.renewNight) { throw .nightTaken(by: holder) }
            let events = tasks.nextEvents(within: wait)
            wait = tick
            // Where nothing more is sent or the store has failed, threads without an answer would wait for ever.
            defer { events.dismiss() }
            // What was taken back when the draining began has come out of the queue by the next round.
            jobs.inFlight.update(tasks.inFlight, isFinal: state.isDraining)
            if shutdown.isStopping {
                try leave(tasks, events.finished, number)
                return nil
            }
            try checkLimits(of: tasks, events.finished, number)
            if tasks.modelCalls != nil, grace.isOver(state.stop, at: monotonic.now()) {
                try leave(tasks, events.finished, number)
                return state.stop
            }
            state.beginRound(mustEnd: shutdown.isDraining || tasks.problem != nil)
            if state.isDraining { tasks.stopSending() } else { try answer(events.wanting) }
            meter.count(events.finished.count, at: monotonic.now())
            let room = state.isDraining ? 0 : tasks.room(at: meter.imagesPerSecond)
            var order = WorkOrder()
            if room > 0 || events.hasChanges || worker.isDue {
                number += 1
                order = try exchange(number, events, tasks, wanted: room, isDraining: state.isDraining)
            }
            taskLog?.log(claimed: order.claims)
            tasks.add(order.claims)
            state.note(order.stopReason)
            if meter.isReportDue(at: monotonic.now()) { state.note(try report(tasks.trouble)) }
            switch state.next(isIdle: tasks.isEmpty, hasProblem: tasks.problem != nil, order: order.stopReason) {
            case .anotherRound: break
            case .failure: if let problem = tasks.problem { throw try failure(problem) }
            case .end(let reason): return reason
            case .endUnlessWorkIsLeft: if try !hasWork() { return nil }
            }
        }
    }

    /// Ends the process's work where calls of a local model take more than they may.
    private mutating func checkLimits(
        of tasks: InFlightTasks, _ ends: [AttemptResult], _ number: Int
    ) throws(CommandFailure) {
        guard let calls = tasks.modelCalls,
            let overrun = callLimits.overrun(
                of: calls.running, at: monotonic.now(), resident: ProcessIdentity.ownResidentBytes)
        else { return }
        try leave(tasks, ends + overrun.ends, number)
        // The thread that hangs, or takes the memory, ends with the process alone.
        shutdown.requireEnd()
        throw .overrun(overrun, in: progress.run)
    }

    /// The error of a pipeline that can annotate nothing more; what it failed wrongly is queued again.
    private func failure(_ problem: PipelineProblem) throws(CommandFailure) -> CommandFailure {
        if !problem.suspects.isEmpty {
            try endingCommand { () throws(StoreError) in try jobs.store.control.blame(problem.suspects) }
        }
        if !problem.wronglyFailed.isEmpty {
            _ = try endingCommand { () throws(StoreError) in
                try jobs.store.control.retry(.run(progress.run), only: .tasks(problem.wronglyFailed))
            }
        }
        return problem.error.commandFailure
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
        let left = worker.isDue ? jobs.crashWatch.read() : nil
        report.crashes = left?.records ?? []
        let order = try write(with: tasks) { () throws(StoreError) in try worker.exchange(report) }
        if let rescue = order.rescue {
            jobs.crashWatch.settle(left, rescue)
            jobs.report(rescue.crashes)
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
        jobs.log?(.held(account: account, until: clock.now() + span))
        jobs.observer(.onHold(account: account, until: clock.now() + span))
    }

    /// Whether tasks of the run are queued, or running in another process.
    private func hasWork() throws(CommandFailure) -> Bool {
        try endingCommand { () throws(StoreError) in try worker.hasWork() }
    }

    /// Tells the run's numbers; answers why the work must stop, where it must.
    ///
    /// - Parameter trouble: that the service answers nothing at present.
    private mutating func report(_ trouble: ServiceTrouble?) throws(CommandFailure) -> StopReason? {
        guard let totals = try outlook().totals else { return nil }
        jobs.observer(.working(try endingCommand { () throws(StoreError) in try progress.read(totals, trouble) }))
        // Telling takes time; an order that was given meanwhile takes effect at once.
        return runGuard.stopReason(in: try outlook())
    }

    private func outlook() throws(CommandFailure) -> RunOutlook {
        try endingCommand { () throws(StoreError) in try worker.outlook() }
    }
}

/// Milliseconds after which the loop continues though nothing has ended.
private let tick: Int64 = 50
