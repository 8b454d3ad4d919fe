internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Preparers, one for each processor, and senders, one for each request in flight, of a remote backend.
final class RemotePipeline<Backend: RemoteBackend>: TaskPipeline {
    private let executor: RemoteTaskExecutor<Backend>
    private let inFlight: Int
    private let maxReady: Int

    /// Starts preparers and senders.
    ///
    /// - Parameters:
    ///   - asked: the backend's recipe of each number that a claim can ask.
    ///   - clock: tells how long each task takes, and when a request may go out.
    ///   - chance: evenly distributed in 0..<1.
    init(
        _ backend: Backend, asked: [RecipeID: Recipe], job: Job, downloads: DownloadSettings,
        events: BlockingQueue<PipelineEvent>, clock: MonotonicClock, chance: @escaping @Sendable () -> Double
    ) throws(CommandFailure) {
        inFlight = job.pace.inFlight ?? backend.defaultInFlight
        maxReady = usableProcessors()
        let batcher = RequestBatcher(maxReady: maxReady, maxImages: job.pace.maxImages(of: backend.maxImages)) {
            backend.makeBatch()
        }
        let health = ServiceHealth(job.retry, account: backend.account)
        executor = RemoteTaskExecutor(
            backend: backend, policy: job.retry, batcher: batcher,
            gate: RequestGate(health, clock: clock, chance: chance), events: events, clock: clock, chance: chance)
        startPreparers(asked, job.limits, downloads)
        try startSenders()
    }

    private func startPreparers(_ asked: [RecipeID: Recipe], _ limits: Limits, _ downloads: DownloadSettings) {
        let (executor, memory) = (executor, MemoryBudget(bytes: Int(limits.memory)))
        WorkerThreads.start(usableProcessors(), named: "preparer") {
            executor.prepareTasks(
                with: Preparer(
                    executor.backend, asked: asked, limits: limits, memory: memory, downloads: downloads,
                    events: executor.events))
        }
    }

    private func startSenders() throws(CommandFailure) {
        let ready = BlockingQueue<BackendError?>(capacity: inFlight)
        let executor = executor
        WorkerThreads.start(inFlight, named: "sender") {
            let slot: Backend.Slot
            do throws(BackendError) {
                slot = try executor.backend.makeSlot()
                ready.put(nil)
            } catch {
                ready.put(error)
                return
            }
            executor.sendRequests(over: slot)
        }
        for _ in 0..<inFlight {
            guard let problem = ready.take() ?? nil else { continue }
            stop()
            throw problem.commandFailure
        }
    }

    private var backend: Backend { executor.backend }

    var problem: PipelineProblem? { executor.problem.with { $0 } }

    var trouble: ServiceTrouble? { executor.gate.trouble }

    // A request that is ready waits for the commit and nothing else; while one is made, others gather for the next.
    func enough(of tasks: Int) -> Int { 1 }

    func minClaim(of wanted: Int) -> Int { backend.maxImages }

    /// What is in flight, what waits ready beside it, and what the preparers fill next.
    func wanted(at imagesPerSecond: Double) -> Int { (inFlight + maxReady + 2) * backend.maxImages }

    func add(_ claims: [Claim]) { executor.batcher.put(claims) }

    // A sender that waits for a service out of reach must not hold up the end.
    func stopSending() { executor.gate.stop() }

    func withdraw() -> [Claim] { executor.batcher.withdraw() }

    func stop() {
        executor.gate.stop()
        executor.batcher.close()
    }
}
