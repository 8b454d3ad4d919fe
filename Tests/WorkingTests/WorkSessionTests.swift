import Backends
import JobBench
import Platform
import SQLiteStore
import Services
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

/// Sessions with a real model on a real store, without the loop over runs around them.
@Suite("One process's work on one run") struct WorkSessionTests {
    let bench: Bench
    private let run: RunID

    init() throws {
        bench = try Bench()
        run = try bench.queued(try bench.job())
    }

    /// A session on the run, as a worker opens it.
    private func session(_ worker: JobWorker, within limits: WorkLimits = WorkLimits()) throws -> WorkSession {
        let process = worker.process
        return try #require(
            try worker.openSession(
                on: run,
                RunGuard(limits: limits, clock: process.clock, monotonic: process.monotonic, canPreempt: nil)))
    }

    private func work(_ session: consuming WorkSession) throws -> StopReason? {
        var session = session
        let worker = session.worker
        let stop = try session.work()
        try worker.leave()
        return stop
    }

    @Test func `it ends without a reason once nothing is left`() throws {
        let worker = bench.worker()
        #expect(try work(try session(worker)) == nil)
        let totals = try #require(try bench.store.totals(of: run))
        #expect(totals.done == 4 && totals.finishedAt != nil)
        #expect(worker.inFlight.last?.images == 0)
    }

    @Test func `it says why the rest is left, and what began is finished`() throws {
        for number in 0..<300 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 2])
        }
        _ = try bench.submit(try bench.job())
        #expect(try work(try session(bench.worker(), within: WorkLimits(end: 0))) == .timeIsUp)
        let totals = try #require(try bench.store.totals(of: run))
        #expect(totals.queued > 0 && totals.running == 0 && totals.failed == 0)
    }

    @Test func `after Ctrl-C it begins nothing, and after a second one it records nothing more`() throws {
        for count in 1...2 {
            let shutdown = ShutdownRequest()
            for _ in 0..<count { shutdown.escalate() }
            #expect(try work(try session(bench.worker(shutdown))) == nil)
            let totals = try #require(try bench.store.totals(of: run))
            #expect(totals.queued == 4 && totals.running == 0 && totals.done == 0, "\(count)")
        }
    }

    @Test func `it ends when another process has the night`() throws {
        var worker = bench.worker()
        let owner = NightOwner(
            process: ProcessIdentity(host: "there", pid: 7, started: 1), hostName: "elsewhere",
            since: bench.time.clock.now())
        worker.renewNight = { () throws(StoreError) in owner }
        let session = try session(worker)
        do throws(CommandFailure) {
            var session = session
            _ = try session.work()
            Issue.record("the session went on")
        } catch {
            #expect((error.cause as? NightTaken)?.owner == owner, "\(error)")
            #expect(error.exit == .alreadyRunning)
        }
        #expect(try bench.store.totals(of: run)?.done == 0)
    }

    @Test func `a run that was asked of another model is not worked on`() throws {
        try bench.scratch.copy(Fixtures.models.appending("int8-metadata.tflite"), to: "model.tflite")
        do throws(CommandFailure) {
            let worker = bench.worker()
            _ = try worker.openSession(
                on: run,
                RunGuard(
                    limits: WorkLimits(), clock: worker.process.clock, monotonic: worker.process.monotonic,
                    canPreempt: nil))
            Issue.record("the session was opened")
        } catch {
            #expect(error.sentence == CommandFailure.modelChanged(since: run).sentence)
        }
    }
}
