import Backends
import Fetching
import JobBench
import Planning
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

/// Claims of a real store, given to the threads of a local backend.
@Suite("Tasks in flight", .timeLimit(.minutes(1))) struct InFlightTasksTests {
    let bench: Bench
    private let job: Job
    private let session: any WorkerSession

    init() throws {
        bench = try Bench()
        let tagger = Tagger()
        bench.plan = { _, _ in BackendPlan(tagger) }
        job = try bench.job("tags", "", backend: "{kind: command, run: [tagger]}\nfeatures: [LABEL_DETECTION]")
        session = try bench.session(on: try bench.queued(job))
    }

    private func tasks() throws -> InFlightTasks {
        try InFlightTasks(
            .local(Tagger()), asked: session.recipes, job: job,
            downloads: DownloadSettings(job.retry, certificates: nil), prices: .unbilled, temporary: bench.folder,
            clock: bench.time.monotonic, chance: { 0 })
    }

    /// The claims of the run's four pictures.
    private func claims() throws -> [Claim] { try session.exchange(.wanting(4)).claims }

    @Test func `each task that is added ends once, and is in flight until its end is taken`() throws {
        let tasks = try tasks()
        defer { tasks.stop() }
        #expect(tasks.isEmpty && tasks.problem == nil && tasks.modelCalls != nil)
        tasks.add(try claims())
        #expect(!tasks.isEmpty && tasks.inFlight == InFlight(images: 4, units: 0, microDollars: 0, isSent: false))
        var ends: [AttemptResult] = []
        while !tasks.isEmpty { ends += tasks.nextEvents(within: 50).finished }
        #expect(Set(ends.map(\.claim.task)).count == 4 && ends.count == 4)
        // The picture of 9 pixels is refused.
        #expect(ends.count(where: \.hasFailed) == 1)
        #expect(tasks.inFlight.images == 0)
    }

    @Test func `there is room until enough is claimed, and none beside a task that runs alone`() throws {
        let tasks = try tasks()
        defer { tasks.stop() }
        #expect(tasks.room(at: 0) >= 8 && tasks.room(at: 100_000) <= 16_384)
        let first = try #require(try claims().first)
        let alone = Claim(
            task: first.task, attempt: first.attempt, image: first.image, key: first.key, asked: first.asked,
            attemptCount: 2, sendsContent: false, isIsolated: true, locations: [], hasMoreLocations: false,
            reference: nil)
        tasks.add([alone])
        #expect(tasks.room(at: 100_000) == 0)
    }

    @Test func `a task whose file is gone names it`() throws {
        for name in Bench.pictures.indices { try bench.remove("\(name).png") }
        let tasks = try tasks()
        defer { tasks.stop() }
        let claims = try claims()
        tasks.add(claims)
        var missing: Set<PathID> = []
        var failures: [AttemptResult] = []
        while !tasks.isEmpty {
            let events = tasks.nextEvents(within: 50)
            missing.formUnion(events.missing)
            failures += events.finished
            events.dismiss()
        }
        #expect(missing == Set(claims.flatMap(\.locations).map(\.id)) && missing.count == 4)
        #expect(failures.count(where: \.hasFailed) == 4)
    }
}
