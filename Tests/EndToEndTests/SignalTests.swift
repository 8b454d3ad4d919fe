import Glibc
import Platform
import StoreProbe
import TestSupport
import Testing
import Zlib

@Suite("A run that gets a signal", .inTurn) struct SignalTests {
    let workspace: Scratch
    let job: String

    init() throws {
        workspace = try Scratch()
        try workspace.writePictures(count, seed: 6, areLarge: true)
        job = try workspace.writeJob()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal lets work in hand end, keeps it, and says how to go on`(signal: Int32) async throws {
        let running = try workspace.startCairn("run", job)
        try await running.waits(then: signal) { [workspace] in try workspace.answers() > 20 }
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(ending.error.contains("with `cairn work`"), "\(ending)")
        let kept = try workspace.answers()
        #expect(kept > 20 && kept < count)
        try expectNothingInHand(deaths: 0, in: workspace)
        let rest = try await workspace.cairn("work", exits: 0)
        #expect(rest.error.contains("\(count) of \(count) images done"), "\(rest)")
        #expect(try workspace.answers() == count)
        #expect(try workspace.breaches() == [])
    }

    @Test func `a second Ctrl-C ends at once, and nothing is lost or held against an image`() async throws {
        // Pictures of 36 megapixels are in progress for long enough to be stopped at.
        let workspace = try Scratch()
        let black = [UInt8](repeating: 0, count: (1 + 3 * 6000) * 6000)
        let png = PNG.file(width: 6000, height: 6000, data: deflate(black.span, level: 1))
        for number in UInt8(0)..<6 {
            try workspace.write("pictures/\(number).png", Fixtures.marked(png, [number]))
        }
        let running = try workspace.startCairn("run", try workspace.writeJob())
        try await running.waits(then: SIGINT) {
            try workspace.hasStore() && workspace.book.number("SELECT sum(running) FROM run") > 0
        }
        try await running.waits { try Files.text(running.errorLog).contains("Ctrl-C again stops now") }
        let began = monotonicMilliseconds()
        running.send(SIGINT)
        let ending = await running.end()
        #expect(monotonicMilliseconds() - began < 2000, "\(ending)")
        // A model of this machine bills nothing.
        #expect(
            ending.error.contains(" in progress; Ctrl-C again stops now and returns them to the queue\n"), "\(ending)")
        #expect(!ending.error.contains("$") && !ending.error.contains("billed"), "\(ending)")
        #expect(ending.status == 130, "\(ending)")
        #expect(
            try workspace.book.number("SELECT count(*) FROM attempt WHERE outcome = 'interrupted'") > 0, "\(ending)")
        #expect(try workspace.book.number("SELECT sum(attempt_count) FROM task") == workspace.answers())
        try expectNothingInHand(deaths: 0, in: workspace)
        try await workspace.cairn("work", exits: 0)
        #expect(try workspace.answers() == 6)
        #expect(try workspace.breaches() == [])
    }

    @Test func `a signal while files are still being found is answered, too`() async throws {
        let running = try workspace.startCairn("submit", job)
        // From its submission on the program answers signals.
        try await running.waits(then: SIGINT) { [workspace] in
            try workspace.hasStore() && workspace.book.number("SELECT count(*) FROM submission") > 0
        }
        let ending = await running.end()
        // It may have been at its end already.
        #expect(ending.status == 130 || ending.status == 0, "\(ending)")
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == count)
        #expect(try workspace.breaches() == [])
    }

    @Test func `a killed worker's images are taken up by one that waits, within two seconds`() async throws {
        try await workspace.cairn("submit", job, exits: 0)
        let first = try workspace.startCairn("work")
        try await first.waits { try workspace.answers() > 5 }
        try await stopBetweenCommits(first)
        let second = try workspace.startCairn("work")
        // The second one does all but what the first has in hand, and waits for that.
        try await second.waits {
            try workspace.book.number("SELECT queued FROM run") == 0
                && workspace.book.number(
                    """
                    SELECT count(*) FROM attempt WHERE outcome = 'running'
                        AND worker_id <> (SELECT min(worker_id) FROM worker)
                    """) == 0
        }
        let held = try workspace.book.number("SELECT running FROM run")
        #expect(held > 0 && !second.isOver)
        let began = monotonicMilliseconds()
        first.send(SIGKILL)
        _ = await first.end()
        let ending = await second.end()
        #expect(monotonicMilliseconds() - began < 2000, "\(held) images were in hand")
        #expect(ending.status == 0, "\(ending)")
        #expect(try workspace.answers() == count)
        try expectNothingInHand(deaths: held, in: workspace)
        #expect(try workspace.breaches() == [])
    }

    @Test func `a worker that slept past its lease changes nothing that others have done since`() async throws {
        try await workspace.cairn("submit", job, exits: 0)
        let first = try workspace.startCairn("work")
        try await first.waits { try workspace.answers() > 5 }
        try await stopBetweenCommits(first)
        let held = try workspace.book.number("SELECT running FROM run")
        try endLeases()
        try await workspace.cairn("work", exits: 0)
        let done = try workspace.book.rows("SELECT * FROM answer")
        #expect(done.count == count)
        first.send(SIGCONT)
        let ending = await first.end()
        #expect(ending.status == 0, "\(ending)")
        #expect(try workspace.book.rows("SELECT * FROM answer") == done)
        #expect(try workspace.book.number("SELECT count(*) FROM attempt WHERE outcome = 'lapsed'") == held)
        try expectNothingInHand(deaths: 0, in: workspace)
        #expect(try workspace.breaches() == [])
        try await workspace.cairn("doctor", exits: 0)
    }

    @Test func `a worker that was given up and goes on can still be missed when it dies`() async throws {
        try await workspace.cairn("submit", job, exits: 0)
        let first = try workspace.startCairn("work")
        try await first.waits { try workspace.answers() > 5 }
        try await stopBetweenCommits(first)
        try endLeases()
        let second = try workspace.startCairn("work")
        try await second.waits {
            try workspace.book.number("SELECT count(*) FROM worker WHERE ended_at IS NOT NULL") > 0
        }
        second.send(SIGKILL)
        _ = await second.end()
        let before = try workspace.book.number("SELECT max(attempt_id) FROM attempt")
        first.send(SIGCONT)
        try await first.waits { try workspace.book.number("SELECT max(attempt_id) FROM attempt") > before + 20 }
        try await stopBetweenCommits(first)
        first.send(SIGKILL)
        _ = await first.end()
        // Whoever comes next takes up what it had in hand; nothing stays in a dead hand for ever.
        try await workspace.cairn("work", exits: 0)
        #expect(try workspace.answers() == count)
        #expect(try workspace.breaches() == [])
    }

    /// Lets every lease end, as half a minute of silence would.
    private func endLeases() throws {
        try StoreProbe(workspace.book.path).script("UPDATE worker SET lease_ends = 0")
    }

    /// Stops a worker that has images in hand while it does not hold the store's lock.
    private func stopBetweenCommits(_ worker: Running) async throws {
        let isStopped = try await offPool { [workspace] in
            while !worker.isOver {
                worker.send(SIGSTOP)
                if try workspace.book.mayWrite(), try workspace.book.number("SELECT running FROM run") > 0 {
                    return true
                }
                worker.send(SIGCONT)
                usleep(1000)
            }
            return false
        }
        guard isStopped else { throw EndedTooEarly(ending: await worker.end()) }
    }

    /// No attempt is left running, and so many images were in hand at a death.
    private func expectNothingInHand(deaths: Int, in workspace: Scratch) throws {
        #expect(try workspace.book.number("SELECT count(*) FROM attempt WHERE outcome = 'running'") == 0)
        #expect(try workspace.book.number("SELECT count(*) FROM task WHERE state = 'running'") == 0)
        #expect(try workspace.deaths() == deaths)
        #expect(try workspace.book.number("SELECT sum(crash_count) FROM task") == deaths)
    }
}

/// Enough pictures to be in the midst of for some seconds.
private let count = 400

extension Scratch {
    /// How many answers there are.
    func answers() throws -> Int { try hasStore() ? book.number("SELECT count(*) FROM answer") : 0 }
}

extension Running {
    /// Waits until something is seen to be so, which must come while the process lives, and sends a signal at once.
    func waits(then signal: Int32? = nil, _ condition: @escaping @Sendable () throws -> Bool) async throws {
        let wasSeen = try await offPool { [self] in
            while try !condition() {
                if isOver { return false }
                usleep(1000)
            }
            if let signal { send(signal) }
            return true
        }
        guard wasSeen else { throw EndedTooEarly(ending: await end()) }
    }
}

/// A process that ended before what was waited for had come.
struct EndedTooEarly: Error {
    let ending: Ending
}
