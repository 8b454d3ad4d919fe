import JobBench
import Nights
import Planning
import Platform
import SQLiteStore
import Storage
import Submitting
import TestSupport
import Testing
import Working
import Domain

@Suite struct NightlyTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// One night of a job, as its end was judged; and the process that has a night of the job, where it is another one.
    private func night(
        of job: Job, accepting accepted: AcceptedChanges = AcceptedChanges(),
        _ shutdown: ShutdownRequest = ShutdownRequest()
    ) throws -> (work: NightWork?, holder: NightOwner?) {
        let nightly = Nightly(
            store: bench.store, submitter: bench.submitter(shutdown), worker: bench.worker(shutdown),
            shutdown: shutdown)
        var done: NightWork?
        let holder = try nightly.night(
            of: job, manifest: bench.folder.appending("job.yaml"), accepting: accepted, within: WorkLimits()
        ) { work in
            done = work
            return .done
        }
        return (done, holder)
    }

    @Test func `a night submits a job, works on it, and tells what it did`() throws {
        let work = try #require(try night(of: try bench.job()).work)
        #expect(work.submission.queued == 4 && work.receipt.done == 4 && work.problem == nil && !work.isInterrupted)
        #expect(work.worked.map(\.totals.done) == [4] && work.run?.finishedAt != nil)
        let second = try #require(try night(of: try bench.job()).work)
        #expect(second.submission.answered == 4 && second.worked.isEmpty && second.run == nil)
    }

    @Test func `a second night of a job does not wait, and names the process that has it`() throws {
        let here = try ProcessIdentity.current()
        let other = ProcessIdentity(host: "elsewhere", pid: 7, started: 7)
        let request = NightRequest(key: .random(), job: "job", process: other, hostName: "there")
        guard case .begun(let session) = try bench.store.night(request) else {
            Issue.record("the first night was refused")
            return
        }
        let held = try night(of: try bench.job())
        #expect(held.work == nil && held.holder?.process == other && held.holder?.process != here)
        try session.end(NightResult(exitStatus: 0))
        #expect(try night(of: try bench.job()).holder == nil)
    }

    @Test func `pictures that are gone all at once are not marked, unless that is accepted`() throws {
        for number in 0..<20 { try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number), 4]) }
        let job = try bench.job()
        _ = try night(of: job)
        bench.time.advance(.seconds(1))
        for number in 0..<20 { try bench.remove("n\(number).png") }
        let lost = try #require(try night(of: job).work)
        #expect(lost.submission.refusal == .missing(20, known: 24) && lost.worked.isEmpty)
        #expect(try bench.ask("SELECT count(*) FROM job_images WHERE missing_at IS NOT NULL") == "0")
        var changes = AcceptedChanges()
        changes.missing = true
        let accepted = try #require(try night(of: job, accepting: changes).work)
        #expect(accepted.submission.refusal == nil && accepted.submission.counts.missing == 20)
    }

    @Test func `what ends a submission is kept for the night's report`() throws {
        try bench.scratch.write("model.tflite", Array("no model".utf8))
        let work = try #require(try night(of: try bench.job()).work)
        #expect(work.problem?.exit == .backend)
    }

    @Test func `an interrupted night says so and works on nothing`() throws {
        let shutdown = ShutdownRequest()
        shutdown.escalate()
        let work = try #require(try night(of: try bench.job(), shutdown).work)
        #expect(work.isInterrupted && work.submission.isInterrupted && work.worked.isEmpty)
    }

    @Test func `a night has a lease from the moment at which it was written what is gone`() throws {
        let job = try bench.job()
        _ = try bench.run(job)
        try bench.remove("0.png")
        // Each look at the clock takes a second: the lease that the night began with ends 60 s behind its begin.
        bench.time.step(.seconds(1))
        var lease = ""
        let shutdown = ShutdownRequest()
        let nightly = Nightly(
            store: bench.store, submitter: bench.submitter(), worker: bench.worker(), shutdown: shutdown)
        let holder = try nightly.night(
            of: job, manifest: bench.folder.appending("job.yaml"), accepting: AcceptedChanges(), within: WorkLimits()
        ) { work in
            #expect(work.submission.counts.missing == 1)
            let sql = "SELECT w.lease_ends - n.started_at FROM night AS n JOIN worker AS w USING (worker_id)"
            lease = (try? bench.ask(sql)) ?? ""
            return .done
        }
        #expect(holder == nil)
        #expect(Int(lease).map { $0 > 60_000 } == true, "a lease of \(lease) ms")
    }
}
