internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Preparers, one for each processor, and senders, one for each request in flight, of a remote backend.
final class RemotePipeline: TaskPipeline {
    private let backend: any RemoteBackend
    private let board: RequestBatcher
    private let throttle: Throttle
    private let stoppage = Monitor<BackendError?>(nil)
    private let inFlight: Int
    private let mostReady: Int

    /// Starts preparers and senders.
    ///
    /// - Parameters:
    ///   - asked: the backend's recipe of each number that a claim can ask.
    ///   - clock: tells how long each task takes, and when a request may go out.
    ///   - chance: evenly distributed in 0..<1.
    init(
        _ backend: any RemoteBackend, asked: [RecipeID: Recipe], job: Job, downloads: DownloadSettings, judge: Judge,
        events: Handover<PipelineEvent>, clock: MonotonicClock, chance: @escaping @Sendable () -> Double
    ) throws(WorkError) {
        self.backend = backend
        inFlight = job.pace.inFlight ?? backend.usualInFlight
        mostReady = usableProcessors()
        board = RequestBatcher(mostReady: mostReady, mostImages: job.pace.mostImages(of: backend.mostImages)) {
            backend.makeBatch()
        }
        throttle = Throttle(job.retry, clock: clock, chance: chance)
        startPreparers(asked, job.limits, downloads, judge, events, clock)
        try startSenders(job.retry, judge, events, clock)
    }

    private func startPreparers(
        _ asked: [RecipeID: Recipe], _ limits: Limits, _ downloads: DownloadSettings, _ judge: Judge,
        _ events: Handover<PipelineEvent>, _ clock: MonotonicClock
    ) {
        let (board, backend, memory) = (board, backend, MemoryBudget(bytes: Int(limits.memory)))
        WorkerThreads.start(usableProcessors(), named: "preparer") {
            let preparer = Preparer(
                backend: backend, limits: limits, memory: memory, downloads: downloads, events: events)
            while let claim = board.nextClaim() {
                let startedAt = clock.now()
                let recipes = claim.asked.compactMap { asked[$0] }
                let end: AttemptResult
                do throws(Failure) {
                    if let content = try preparer.content(of: claim, asking: recipes) {
                        board.add(content, of: claim, asking: recipes, startedAt: startedAt)
                        continue
                    }
                    end = AttemptResult(returning: claim)
                } catch {
                    end = AttemptResult(
                        claim: claim, ending: judge.ending(of: claim, failing: error),
                        workTime: clock.span(since: startedAt))
                }
                events.put(.finished([end]))
                board.drop()
            }
        }
    }

    private func startSenders(
        _ policy: RetryPolicy, _ judge: Judge, _ events: Handover<PipelineEvent>, _ clock: MonotonicClock
    ) throws(WorkError) {
        let ready = Handover<BackendError?>(capacity: inFlight)
        let (board, backend, throttle, stoppage) = (board, backend, throttle, stoppage)
        WorkerThreads.start(inFlight, named: "sender") {
            let slot: any RemoteSlot
            do throws(BackendError) {
                slot = try backend.makeSlot()
                ready.put(nil)
            } catch {
                ready.put(error)
                return
            }
            let sender = Sender(
                slot: slot, account: backend.account, throttle: throttle, policy: policy, judge: judge, events: events,
                clock: clock)
            while let outgoing = board.nextRequest() {
                let outcome = sender.send(outgoing)
                if let problem = outcome.problem {
                    stoppage.with { $0 = $0 ?? problem }
                    throttle.stop()
                }
                events.put(.finished(outcome.ends))
            }
        }
        for _ in 0..<inFlight {
            guard let problem = ready.take() ?? nil else { continue }
            stop()
            throw .backend(problem)
        }
    }

    var problem: BackendError? { stoppage.with { $0 } }

    // A request that is ready waits for the commit and nothing else; while one is made, others gather for the next.
    func enough(of tasks: Int) -> Int { 1 }

    func topUp(of wanted: Int) -> Int { backend.mostImages }

    /// What is in flight, what waits ready beside it, and what the preparers fill next.
    func wanted(at imagesPerSecond: Double) -> Int { (inFlight + mostReady + 2) * backend.mostImages }

    func give(_ claims: [Claim]) { board.put(claims) }

    // A sender that waits for a service out of reach must not hold up the end.
    func stopSending() { throttle.stop() }

    func takeBack() -> [Claim] { board.takeBack() }

    func stop() {
        throttle.stop()
        board.close()
    }
}
