import JobBench
import Working
import Glibc
import Manifest
import Platform
import SQLiteStore
import Storage
import Submitting
import TestSupport
import Testing
import Domain

/// Which recipes a job's rows show while new ones are asked.
@Suite struct ShownTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func job(limit: Int) throws -> Job {
        let text = """
            job: job
            images: [{folder: pictures}]
            backend: {kind: tflite, model: model.tflite, maxResults: \(limit)}
            """
        return try ManifestReader.read(
            Array(text.utf8), file: bench.folder.appending("job.yaml"), workingDirectory: bench.folder)
    }

    private func shown() throws -> String {
        try bench.ask("SELECT DISTINCT parameters ->> 'maxResults' FROM labels JOIN recipes USING (recipe_id)")
    }

    @Test func `a superseded run switches nothing, and the next one switches when it has ended`() throws {
        _ = try bench.run(try job(limit: 3))
        #expect(try shown() == "3")
        let second = try bench.queued(try job(limit: 2))
        #expect(try shown() == "3")
        let third = try bench.queued(try job(limit: 1))
        #expect(try bench.ask("SELECT state FROM runs ORDER BY run_id") == "finished superseded queued")
        #expect(try shown() == "3")
        _ = try bench.worker().work(on: third)
        #expect(try shown() == "1")
        #expect(second != third)
    }

    /// Begins to submit a job and is interrupted before it has seen anything.
    private func interrupt(_ job: Job) throws {
        let interrupted = ShutdownRequest()
        _ = interrupted.escalate()
        _ = try bench.submitter(interrupted).submit(job, manifest: bench.folder.appending("job.yaml"))
    }

    @Test func `an interrupted submission that asks the same does not keep a run from switching`() throws {
        _ = try bench.run(try job(limit: 3))
        let second = try bench.queued(try job(limit: 2))
        try interrupt(try job(limit: 2))
        _ = try bench.worker().work(on: second)
        #expect(try shown() == "2")
        let third = try bench.queued(try job(limit: 1))
        try interrupt(try job(limit: 3))
        #expect(try bench.worker().work(on: third).first?.stopReason == .superseded)
        #expect(try shown() == "2")
    }

    @Test func `an interrupted submission changes no state of an image and takes no failure away`() throws {
        #expect(symlink("nowhere.png", bench.file("lost.png").description) == 0)
        _ = try bench.run(try job(limit: 3))
        let before = try ["state FROM job_images", "path FROM failures", "answered FROM jobs"].map {
            try bench.ask("SELECT \($0)")
        }
        try interrupt(try job(limit: 2))
        let after = try ["state FROM job_images", "path FROM failures", "answered FROM jobs"].map {
            try bench.ask("SELECT \($0)")
        }
        #expect(before == ["answered answered answered answered", "pictures/lost.png", "4"])
        #expect(after == before)
    }

    @Test func `what a job does not ask any more is not taken up again`() throws {
        try bench.write(Array("no picture".utf8), as: "a.png")
        try bench.write(Array("nor this".utf8), as: "b.png")
        let first = try #require(try bench.run(try job(limit: 3)).submission.run)
        #expect(try bench.ask("SELECT failed FROM runs") == "2")
        try bench.remove("a.png")
        try bench.put(Bench.pictures[0], as: "a.png")
        _ = try bench.submit(try job(limit: 3))
        let retried = { () throws -> Int in
            try self.bench.store.control.retry(.run(first), only: .failures()).images
        }
        #expect(try retried() == 1)
        _ = try bench.worker().work(on: first)
        #expect(try bench.ask("SELECT failed || ' ' || queued FROM runs") == "2 0")
        _ = try bench.run(try job(limit: 2))
        #expect(try retried() == 0)
        #expect(try bench.ask("SELECT queued FROM jobs") == "0")
    }

    @Test func `a superseded run is called so`() throws {
        let first = try bench.queued(try job(limit: 3))
        _ = try bench.queued(try job(limit: 2))
        #expect(try bench.store.totals(of: first)?.state == "superseded")
        #expect(try bench.ask("SELECT state FROM runs WHERE run_id = \(first.value)") == "superseded")
    }

    @Test func `a run that was stopped and then superseded keeps why`() throws {
        let first = try bench.queued(try job(limit: 3))
        try bench.store.control.noteStop(of: first, reason: "a cap")
        _ = try bench.queued(try job(limit: 2))
        _ = try bench.worker().work(on: first)
        #expect(try bench.ask("SELECT stop_reason FROM runs WHERE run_id = \(first.value)") == "a cap")
    }

    @Test func `an image that left the selection while it was asked is not queued again`() throws {
        let run = try bench.queued(try job(limit: 3))
        let session = try bench.session(on: run)
        let claims = try session.exchange(.wanting(4)).claims
        try bench.remove("0.png")
        try bench.put(Bench.pictures[1], as: "0.png", mark: [1])
        try bench.remove("1.png")
        try bench.put(Bench.pictures[1], as: "1.png", mark: [2])
        _ = try bench.submit(try job(limit: 3))
        let failure = Failure(stage: .read, kind: .unreadable, message: "i/o error", isTransient: true)
        let first = try #require(claims.first)
        let ending = AttemptOutcome.retry(failure, after: .seconds(0))
        _ = try session.exchange(.reporting([AttemptResult(claim: first, outcome: ending)]))
        try bench.loseWorkers()
        let states = "SELECT state || ':' || count(*) FROM tasks GROUP BY state ORDER BY state"
        #expect(try bench.ask(states) == "cancelled:2 queued:4")
    }
}
