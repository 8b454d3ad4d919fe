package import Platform
package import Storage
package import TestSupport
internal import Domain

/// A store with a clock that stands still, and what the checks do with it again and again.
package final class Scene {
    /// The time.
    package let time = TestClock()
    /// Where the store is.
    package let place: any StoreUnderTest
    /// The store; its writes are called as often as the scene says.
    package let store: any Store
    let driver: Driver
    private let repeatsWrites: Bool
    private var keys = Seeded(1)
    private var workers: Int32 = 0

    /// A scene in an empty place.
    package init(_ place: any StoreUnderTest, repeatsWrites: Bool) throws {
        self.place = place
        self.repeatsWrites = repeatsWrites
        let opened = try place.open(for: .work, clock: time.clock)
        driver = Driver(opened, repeatsWrites: repeatsWrites)
        store = DrivenStore(opened, driver)
    }

    /// The store's clock.
    var clock: Clock { time.clock }
    /// The moment it is for the store.
    var now: Timestamp { time.clock.now() }

    /// Lets time pass; a negative span sets the clock back.
    func advance(_ span: TimeSpan) { time.advance(span) }

    /// What looks at the rows.
    var probe: any ContractProbe { place.probe }

    /// The store opened once more, as another process has it.
    func another() throws -> any Store {
        DrivenStore(try place.open(for: .work, clock: time.clock), driver)
    }

    /// A key that no other call has.
    func key() -> RequestKey { RequestKey(using: &keys) }

    /// What is asked: the same number is the same recipe.
    func recipe(_ number: Int, of feature: FeatureType = .labelDetection, model: String = "m@1") -> Recipe {
        Recipe(
            backend: "vision", model: model, feature: feature, parameters: "{\"recipe\":\(number)}", preparation: "{}")
    }

    /// A job's manifest; another version is another manifest.
    func manifest(_ job: String, version: Int = 1) -> PinnedManifest {
        PinnedManifest(job: job, text: Array("job: \(job) # \(version)".utf8), path: FilePath("/jobs/\(job).yaml"))
    }

    /// What a submission is begun with.
    func request(
        _ job: String = "job", version: Int = 1, asking recipes: [Recipe]? = nil, refresh: Refresh = Refresh(),
        crashLimit: Int = 3, priority: Int? = nil
    ) -> SubmissionRequest {
        SubmissionRequest(
            key: key(), manifest: manifest(job, version: version), recipes: recipes ?? [recipe(1)], refresh: refresh,
            crashLimit: crashLimit, priority: priority)
    }

    /// A submission of some pictures that has seen all sources, where it is finished.
    @discardableResult
    func submit(_ pictures: [Picture], _ request: SubmissionRequest? = nil, finishes: Bool = true) throws -> Submitted {
        let submitted = try Submitted(self, request ?? self.request())
        try submitted.see(pictures)
        if finishes { try submitted.finish() }
        return submitted
    }

    /// A submission that must have a run.
    func run(_ pictures: [Picture], _ request: SubmissionRequest? = nil) throws -> RunID {
        let submitted = try submit(pictures, request)
        return try unwrap(submitted.run, "a submission of \(pictures.count) new images has no run")
    }

    /// What the work on a run is opened with.
    func work(
        on run: RunID, _ job: String = "job", version: Int = 1, asking recipes: [Recipe]? = nil,
        as process: ProcessIdentity? = nil, billing: Billing? = nil, failures: FailureLimit? = nil
    ) -> WorkerRequest {
        workers += 1
        return WorkerRequest(
            key: key(), process: process ?? Scene.process(Int32(workers), of: "host \(workers)"), run: run,
            manifest: manifest(job, version: version).digest, recipes: recipes ?? [recipe(1)], billing: billing,
            maxWait: .seconds(600), failureLimit: failures)
    }

    /// A worker on a run; each seems to be on a host of its own.
    func worker(
        on run: RunID, _ job: String = "job", version: Int = 1, asking recipes: [Recipe]? = nil,
        as process: ProcessIdentity? = nil, billing: Billing? = nil, failures: FailureLimit? = nil
    ) throws -> TestWorker {
        try worker(
            work(
                on: run, job, version: version, asking: recipes, as: process, billing: billing, failures: failures))
    }

    /// A worker that was opened with this.
    func worker(_ request: WorkerRequest, in other: (any Store)? = nil) throws -> TestWorker {
        let session = try (other ?? store).worker(request)
        return TestWorker(try unwrap(session, "the work on run \(request.run.value) cannot be opened"))
    }

    /// A process that does not live on any host.
    package static func process(_ number: Int32, of host: String) -> ProcessIdentity {
        ProcessIdentity(host: host, pid: Int32.max - number, started: Int64(number))
    }

    /// What a process leaves that crashes while a model runs on the images of some claims.
    static func crash(_ process: ProcessIdentity, of claims: [Claim]) -> CrashRecord {
        CrashRecord(
            pid: process.pid, started: process.started, signal: 11, phase: claims.isEmpty ? .other : .model,
            library: "libmodel.so", attempts: claims.map(\.attempt.value))
    }

    /// A run's numbers.
    func totals(of run: RunID) throws -> RunTotals {
        let totals = try store.snapshot { reports throws(StoreError) in try reports.totals(of: run) }
        return try unwrap(totals, "run \(run.value) has no totals")
    }

    /// How many tasks of a run are in each state: `2 queued, 1 done`.
    func states(of run: RunID) throws -> String {
        let tasks = try probe.tasks(in: run)
        return ["queued", "running", "done", "failed", "cancelled"].compactMap { state in
            let count = tasks.filter { $0.state == state }.count
            return count == 0 ? nil : "\(count) \(state)"
        }.joined(separator: ", ")
    }

    /// Submits some pictures, and answers all of them.
    @discardableResult
    func answer(_ pictures: [Picture], _ request: SubmissionRequest? = nil, billing: Billing? = nil) throws -> RunID {
        let request = request ?? self.request()
        let run = try run(pictures, request)
        let worker = try worker(
            WorkerRequest(
                key: key(), process: Scene.process(1000, of: "answering"), run: run,
                manifest: request.manifest.digest, recipes: request.recipes, billing: billing,
                maxWait: .seconds(600)))
        let claims = try worker.claim(pictures.count)
        if billing != nil { _ = try worker.send(claims) }
        try worker.answer(claims)
        try worker.session.leave()
        return run
    }
}
