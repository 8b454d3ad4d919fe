import Backends
import Fetching
import JobBench
import Manifest
import Planning
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Submitting

@Suite("The loop over a job's sources") struct SourceLoopTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Goes through the sources as a plan does: what was not seen, and what was found.
    private func look(
        at job: Job, _ shutdown: ShutdownRequest = ShutdownRequest(), late: String? = nil,
        renewNight: @escaping () throws(StoreError) -> Void = {}
    ) throws -> (lateness: String?, found: SubmissionResult, catalog: [FilePath]) {
        let plan = try BackendPlan(job.backend, features: job.features, prepare: job.prepare)
        let request = SubmissionRequest(
            key: .random(),
            manifest: PinnedManifest(
                job: job.name, text: Array(job.source.utf8), path: bench.folder.appending("job.yaml")),
            recipes: plan.recipes, refresh: job.refresh, crashLimit: job.retry.crashes, priority: nil)
        let session = try bench.store.preview(request)
        let sources = try SourceLoop(
            job, downloads: DownloadSettings(job.retry, certificates: nil), shutdown: shutdown, timeIsUp: { late },
            clock: bench.time.monotonic, queryLimit: .seconds(60), observer: { _ in }, renewNight: renewNight)
        defer { sources.stop() }
        var intake = SourceIntake(
            session,
            into: PlanCollector(session, asking: request.recipes, prices: .unbilled, keepsImages: true),
            clock: bench.time.monotonic)
        let lateness = try sources.run(into: &intake)
        try intake.flush()
        return (lateness, intake.submission, intake.sink.images.compactMap(\.path))
    }

    @Test func `every file that a source names is read and decided on once`() throws {
        for number in 0..<600 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 3])
        }
        try bench.put("small-9x7.png", as: "z/copy.png", mark: [7, 0, 3])
        var renewals = 0
        let seen = try look(at: try bench.job()) { () throws(StoreError) in renewals += 1 }
        #expect(seen.lateness == nil)
        #expect(seen.found.found == 605 && seen.found.read == 605 && seen.found.copies == 1)
        #expect(Set(seen.catalog.map(\.description)).count == 604)
        #expect(renewals > 0)
    }

    @Test func `a file that cannot be read is a problem of its own`() throws {
        try bench.write([], as: "empty.png")
        let seen = try look(at: try bench.job("job", images: "[{folder: pictures}, {folder: none}]"))
        #expect(seen.lateness == nil)
        #expect(seen.found.found == 5 && seen.found.read == 5 && seen.found.brokenSources == 1)
    }

    @Test func `time that is up from the start leaves all sources, and names the first one`() throws {
        let seen = try look(at: try bench.job(), late: "the time is up")
        let lateness = try #require(seen.lateness)
        #expect(lateness.hasPrefix("the time is up before all sources were seen; it was reading "), "\(lateness)")
        #expect(seen.found.read == 0)
    }

    @Test func `a signal leaves the rest, and nothing is late`() throws {
        let shutdown = ShutdownRequest()
        shutdown.escalate()
        let seen = try look(at: try bench.job(), shutdown)
        #expect(seen.lateness == nil && seen.found.read == 0)
    }
}
