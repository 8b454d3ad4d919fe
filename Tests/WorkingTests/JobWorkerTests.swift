import JobBench
import Submitting
import Backends
import Manifest
import Platform
import SQLiteStore
import Storage
import Synchronization
import TestSupport
import Testing
import Domain
import Services

@testable import Working

@Suite("The worker of jobs") struct JobWorkerTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `one bad image fails alone, with its reason`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        try bench.write([], as: "empty.png")
        let totals = try #require(try bench.run(try bench.job()).totals)
        #expect(totals.done == 4 && totals.failed == 2 && totals.finishedAt != nil)
        #expect(try bench.ask("SELECT kind FROM failures ORDER BY kind") == "empty notAnImage")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `many images are each answered once and nothing is left in anybody's hand`() throws {
        for number in 0..<300 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 7])
        }
        let totals = try #require(try bench.run(try bench.job()).totals)
        #expect(totals.done == 304)
        #expect(try bench.ask("SELECT count(*) FROM attempts WHERE outcome = 'answered'") == "304")
        #expect(try bench.ask("SELECT count(*) FROM worker WHERE ended_at IS NULL") == "0")
    }

    @Test func `tasks that must run alone come last and are done`() throws {
        let run = try bench.queued(try bench.job())
        // Two deaths in a row with everything in hand.
        for pid in 1...2 {
            let session = try bench.session(on: run, ProcessIdentity(host: "there", pid: Int32(pid), started: 1))
            #expect(try session.exchange(.wanting(4)).claims.count == 4)
            try bench.loseWorkers()
        }
        #expect(try bench.ask("SELECT sum(isolated) FROM task") == "4")
        #expect(try bench.worker().work(on: run).first?.totals.done == 4)
        #expect(try bench.ask("SELECT count(*) FROM attempts WHERE outcome = 'answered'") == "4")
    }

    @Test func `what a dead process of this host had in hand is taken up at once`() throws {
        let run = try bench.queued(try bench.job())
        let here = try ProcessIdentity.current()
        // No process has this number and start.
        let session = try bench.session(
            on: run, ProcessIdentity(host: here.host, pid: here.pid, started: here.started - 1))
        #expect(try session.exchange(.wanting(3)).claims.count == 3)
        #expect(try bench.worker().work(on: run).first?.totals.done == 4)
        #expect(try bench.ask("SELECT outcome, count(*) FROM attempts GROUP BY 1") == "answered died")
    }

    @Test func `two workers on one store finish everything exactly once`() throws {
        for number in 0..<200 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number), 3])
        }
        let run = try bench.queued(try bench.job())
        let path = bench.folder.appending("cairn.db")
        let clock = bench.time.clock
        let ends = BlockingQueue<String>(capacity: 2)
        for number in 0..<2 {
            WorkerThreads.start(1, named: "worker \(number)") {
                do {
                    let store = try SQLiteStore(at: path, for: .change, clock: clock)
                    let worker = JobWorker(
                        store: store,
                        environment: BackendEnvironment(
                            ProcessEnvironment(variables: [:], clock: clock), libraryPlaces: [Fixtures.library]),
                        shutdown: ShutdownRequest(), observer: { _ in },
                        wording: { cause, _ in "\(cause)" })
                    _ = try worker.work(on: run)
                    ends.put("")
                } catch { ends.put("\(error)") }
            }
        }
        #expect([ends.take(), ends.take()] == ["", ""])
        #expect(try bench.store.totals(of: run)?.done == 204)
        #expect(try bench.ask("SELECT count(*) FROM answer") == "204")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `draining ends what is in hand, keeps the rest waiting, and the next work goes on`() throws {
        for number in 0..<200 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number), 5])
        }
        let run = try bench.queued(try bench.job())
        for asks in 1...2 {
            let shutdown = ShutdownRequest()
            let worker = bench.worker(shutdown) { progress in
                if case .working = progress, !shutdown.isDraining { for _ in 0..<asks { shutdown.escalate() } }
            }
            let totals = try #require(try worker.work(on: run).first).totals
            #expect(totals.running == 0 && totals.queued > 0 && totals.failed == 0, "\(asks)")
        }
        #expect(try bench.worker().work(on: run).first?.totals.done == 204)
        #expect(try bench.ask("SELECT count(*) FROM answer") == "204")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `there is no work on a run that does not exist`() throws {
        do throws(CommandFailure) {
            _ = try bench.worker().work(on: RunID(99))
            Issue.record("a run was worked on that is not there")
        } catch { #expect(error.sentence == CommandFailure.noSuchRun(RunID(99)).sentence) }
    }

    @Test func `too many failures stop the work, and the rest waits`() throws {
        for number in 0..<60 { try bench.write(Array("no picture \(number)".utf8), as: "a\(number).png") }
        let run = try bench.queued(try bench.job())
        for number in 0..<600 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 7])
        }
        _ = try bench.submit(try bench.job())
        let worked = try #require(try bench.worker().work(on: run, within: WorkLimits(failures: .percent(1))).first)
        #expect(worked.stopReason == .tooManyFailures(.percent(1)))
        #expect(worked.totals.failed > 6 && worked.totals.queued > 0 && worked.totals.running == 0)
        let rest = try #require(try bench.worker().work(on: run, within: WorkLimits(failures: .count(60))).first)
        #expect(rest.stopReason == nil && rest.totals.failed == 60 && rest.totals.done == 604)
    }

    @Test func `time that is up ends what is in hand and begins nothing more, of no run`() throws {
        for name in ["one", "two"] { _ = try bench.submit(try bench.job(name, "refresh: {olderThan: 1ms}")) }
        let runs = try bench.store.openRuns()
        #expect(runs.count == 2)
        let now = bench.time.clock.now()
        for limits in [WorkLimits(end: 0), WorkLimits(until: now)] {
            let worked = try bench.worker().work(on: nil, within: limits)
            #expect(worked.map(\.stopReason) == [.timeIsUp])
        }
        #expect(try bench.ask("SELECT count(*) FROM attempts") == "0")
        #expect(try bench.worker().work(on: nil, within: WorkLimits(until: now + .seconds(60))).count == 2)
        #expect(try bench.store.openRuns().isEmpty)
    }

    @Test func `a worker that stops notes why, but not while another one works on the run`() throws {
        for number in 0..<300 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 6])
        }
        let run = try bench.queued(try bench.job())
        let none = WorkLimits(end: 0)
        _ = try bench.worker().work(on: run, within: none)
        let stop = try #require(try bench.store.lastStop(of: run))
        #expect(stop.reason == "reason(Domain.StopReason.timeIsUp)" && stop.at == bench.time.clock.now())
        let other = try SQLiteStore(at: bench.folder.appending("cairn.db"), for: .work, clock: bench.time.clock)
        var stopped: [StopReason?] = []
        let worker = bench.worker { progress in
            guard stopped.isEmpty, case .working(let progress) = progress, progress.totals.running > 0 else { return }
            stopped = (try? bench.worker(on: other).work(on: run, within: none).map(\.stopReason)) ?? []
            #expect((try? other.lastStop(of: run)) == .some(.none), "it was forgotten, and none is noted")
        }
        #expect(try worker.work(on: run).first?.totals.done == 304)
        #expect(stopped == [.timeIsUp])
        #expect(try bench.store.lastStop(of: run) == nil)
    }

    @Test func `a run of a higher priority that comes meanwhile is worked on first`() throws {
        for number in 0..<300 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 8])
        }
        let long = try bench.queued(try bench.job("long"))
        try bench.scratch.write("urgent/one.png", try Fixtures.bytes("small-9x7.png") + [99])
        let urgent = try ManifestReader.read(
            Array("{job: urgent, images: [{folder: urgent}], backend: {kind: tflite, model: model.tflite}}".utf8),
            file: bench.folder.appending("urgent.yaml"), workingDirectory: bench.folder)
        var submitted: RunID?
        let other = try SQLiteStore(at: bench.folder.appending("cairn.db"), for: .work, clock: bench.time.clock)
        let worker = bench.worker { progress in
            guard submitted == nil, case .working = progress else { return }
            submitted =
                try? bench.submitter(on: other).submit(
                    urgent, manifest: bench.folder.appending("urgent.yaml"), priority: 7
                ).run
        }
        let worked = try worker.work(on: nil)
        #expect(worked.map(\.totals.run) == [try #require(submitted), long])
        #expect(worked.allSatisfy { $0.stopReason == nil && $0.totals.queued == 0 })
        #expect(try bench.store.totals(of: long)?.done == 304)
    }

    @Test func `a run that is paused meanwhile gives back what is not begun`() throws {
        for number in 0..<300 {
            try bench.put("small-9x7.png", as: "n\(number).png", mark: [UInt8(number & 255), UInt8(number >> 8), 9])
        }
        let run = try bench.queued(try bench.job())
        let other = try SQLiteStore(at: bench.folder.appending("cairn.db"), for: .work, clock: bench.time.clock)
        var isPaused = false
        let worker = bench.worker { progress in
            guard !isPaused, case .working = progress else { return }
            isPaused = (try? other.control.pause(run)) ?? false
        }
        let worked = try #require(try worker.work(on: run).first)
        #expect(worked.stopReason == .paused && worked.totals.running == 0 && worked.totals.queued > 0)
        #expect(try bench.worker().work(on: nil).isEmpty)
        #expect(try bench.worker().work(on: run).first?.stopReason == .paused)
        _ = try other.control.resume(run)
        #expect(try bench.worker().work(on: nil).first?.totals.done == 304)
    }
}
