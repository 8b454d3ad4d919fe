internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Threads of a local backend, each of which works on as many tasks at a time as the backend takes.
final class LocalPipeline: TaskPipeline {
    private let claims: BlockingQueue<Claim>
    private let calls = ModelCalls()
    private let stopped = Monitor<PipelineProblem?>(nil)
    /// The threads whose programs still work.
    private let serving: Monitor<Int>
    /// Holds pictures from the web for a backend that takes files.
    private let files: TemporaryFolder
    /// Tasks that keep every thread busy: two calls of the backend for each.
    private let minTasks: Int
    /// The most tasks in flight, `minTasks` or 64: what may have to be done again after a crash.
    private let maxTasks: Int

    /// How many threads a job's pictures have: as many as the backend says, or one for each processor, or as many as
    /// the manifest allows.
    static func threads(of job: Job, slots: Int? = nil) -> Int {
        min(job.pace.inFlight ?? .max, slots ?? usableProcessors())
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - temporary: where a folder of temporary files is made when one is needed.
    ///   - chance: evenly distributed in 0..<1.
    init(
        _ backend: any LocalBackend, job: Job, downloads: DownloadSettings, events: BlockingQueue<PipelineEvent>,
        temporary: FilePath, clock: MonotonicClock, chance: @escaping @Sendable () -> Double
    ) throws(CommandFailure) {
        files = TemporaryFolder(in: temporary)
        let count = LocalPipeline.threads(of: job, slots: backend.slots)
        minTasks = count * 2 * backend.batch
        maxTasks = max(64, minTasks)
        claims = BlockingQueue(capacity: maxTasks)
        let ready = BlockingQueue<BackendError?>(capacity: count)
        let (claims, batch, limits, policy) = (claims, backend.batch, job.limits, job.retry)
        let (memory, files, calls, stopped) = (MemoryBudget(bytes: Int(limits.memory)), files, calls, stopped)
        @Sendable func serve() {
            let slot: any LocalSlot
            do throws(BackendError) {
                slot = try backend.makeSlot()
                ready.put(nil)
            } catch {
                ready.put(error)
                return
            }
            var executor = LocalTaskExecutor(
                slot: slot, of: backend, limits: limits, memory: memory, policy: policy, downloads: downloads,
                files: files, events: events, calls: calls, problem: stopped, clock: clock, chance: chance)
            while let first = claims.take() {
                var together = [first]
                while together.count < batch, let next = claims.poll() { together.append(next) }
                guard events.put(.finished(executor.run(together))) else { return }
            }
        }
        serving = Monitor(backend.isSeparate ? count : 0)
        let serving = serving
        WorkerThreads.start(count, named: "slot") {
            serve()
            serving.with { $0 -= 1 }
        }
        for _ in 0..<count {
            let limit = job.limits.picture
            let end: BackendError? =
                ready.take(within: limit.milliseconds) ?? .modelHangs(backend.recipes.first?.model ?? "", limit)
            guard let problem = end else { continue }
            stop()
            throw problem.commandFailure
        }
    }

    /// Local models have no failure that concerns the whole run once their threads have started; a program may.
    var problem: PipelineProblem? { stopped.with { $0 } }

    var modelCalls: ModelCalls? { calls }

    func enough(of tasks: Int) -> Int { tasks / 2 }

    // Smaller claims would make a commit for each image.
    func minClaim(of wanted: Int) -> Int { wanted / 2 }

    /// Enough for a tenth of a second, so that threads never wait for a commit.
    func wanted(at imagesPerSecond: Double) -> Int { max(minTasks, min(maxTasks, Int(imagesPerSecond / 10))) }

    func add(_ more: [Claim]) {
        for claim in more { claims.put(claim) }
    }

    func stopSending() {}

    func withdraw() -> [Claim] {
        var queued: [Claim] = []
        while let claim = claims.poll() { queued.append(claim) }
        return queued
    }

    // A thread that still works on a picture loses its file, and its result is not wanted any more.
    func stop() {
        claims.close()
        files.remove()
        // A program ends with its slot, and has no picture now; one that is still asked ends behind this process.
        if calls.running.isEmpty { _ = serving.wait(within: maxProgramEnd) { $0 <= 0 ? () : nil } }
    }
}

/// Milliseconds: as long as a guard lets a program end, and a little.
private let maxProgramEnd: Int64 = 4000
