import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Runner

@Suite struct `A runner's night` {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `has a lease from the moment on at which it was written what is gone`() throws {
        let job = try bench.job()
        _ = try bench.run(job)
        try bench.remove("0.png")
        // Each look at the clock takes a second: the lease that the night began with ends 60 s behind its begin.
        bench.time.step(.seconds(1))
        var lease = ""
        let holder = try bench.runner().night(
            of: job, manifest: bench.folder.appending("job.yaml"), acceptsMissing: true, within: WorkLimits()
        ) { work in
            #expect(work.submission.counts.missing == 1)
            let sql = "SELECT w.lease_ends - n.started_at FROM night AS n JOIN worker AS w USING (worker_id)"
            lease = (try? bench.ask(sql)) ?? ""
            return 0
        }
        #expect(holder == nil)
        #expect(Int(lease).map { $0 > 60_000 } == true, "a lease of \(lease) ms")
    }

    @Test func `is tended before each page of names that may be gone`() throws {
        let job = try bench.job()
        _ = try bench.run(job)
        let recipe = Recipe(
            backend: "tflite", model: "m", feature: .labelDetection, parameters: "{}", preparation: "{}")
        let manifest = PinnedManifest(
            job: job.name, text: Array(job.source.utf8), path: bench.folder.appending("job.yaml"))
        let session = try bench.store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [recipe], refresh: job.refresh, crashLimit: 3))
        var calls = 0
        // Four names are asked about in one page, and then there is none.
        let gone = try session.goneNames(below: [bench.folder]) { () throws(StoreError) in calls += 1 }
        #expect(gone.isEmpty && calls == 2, "\(gone.count) gone, \(calls) calls")
    }
}
