internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// Slots of a local backend, each of which works on one task at a time.
final class LocalPipeline: TaskPipeline {
    private let claims: Handover<Claim>
    private let slots: Int
    /// The most tasks in hand, but for one with many slots: what may have to be done again after a death.
    private let most: Int

    /// Starts the slots: one for each processor, or as many as the manifest allows.
    init(_ backend: any LocalBackend, job: Job, web: DownloadSettings, judge: Judge, events: Handover<PipelineEvent>)
        throws(RunError)
    {
        let count = min(job.pace.inFlight ?? .max, usableProcessors())
        slots = count
        most = max(64, count * 2)
        claims = Handover(capacity: most)
        let ready = Handover<BackendError?>(capacity: count)
        let (claims, request, limits) = (claims, backend.request, job.limits)
        WorkerThreads.start(count, named: "slot") {
            let slot: any LocalSlot
            do throws(BackendError) {
                slot = try backend.makeSlot()
                ready.put(nil)
            } catch {
                ready.put(error)
                return
            }
            let line = LocalTaskExecutor(
                slot: slot, request: request, limits: limits, web: web, judge: judge, events: events)
            var image = PreparedImage(
                size: request.size, channels: request.channels, samples: [],
                placement: Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: request.size))
            while let claim = claims.take() {
                guard events.put(.finished([line.run(claim, into: &image)])) else { return }
            }
        }
        for _ in 0..<count {
            guard let problem = ready.take() ?? nil else { continue }
            stop()
            throw .backend(problem)
        }
    }

    /// A model that runs once runs always.
    var problem: BackendError? { nil }

    func enough(of tasks: Int) -> Int { tasks / 2 }

    // Small top-ups would make a commit for each image.
    func topUp(of wanted: Int) -> Int { wanted / 2 }

    /// Enough for a tenth of a second, so that slots never wait for a commit.
    func wanted(at imagesPerSecond: Double) -> Int { max(slots * 2, min(most, Int(imagesPerSecond / 10))) }

    func give(_ more: [Claim]) {
        for claim in more { claims.put(claim) }
    }

    func stopSending() {}

    func takeBack() -> [Claim] {
        var unbegun: [Claim] = []
        while let claim = claims.poll() { unbegun.append(claim) }
        return unbegun
    }

    func stop() { claims.close() }
}
