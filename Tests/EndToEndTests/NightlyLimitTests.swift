import Glibc
import Platform
import TestSupport
import Testing

/// When a night ends before its work does.
@Suite("The limits of a night", .inTurn) struct NightlyLimitTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A minute before six in the morning, in UTC.
    private let morning = 1_795_240_740

    @Test func `a night with a limit begins nothing more from --until on, and keeps what it had begun`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let clock = try await SetClock(in: scratch)
        try clock.set(to: morning)
        let site = try VisionSite(peer, marks: 1..<41, clock: clock)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let night = try site.start("nightly", "--until", "06:00", "job.yaml")
        try await offPool { try peer.wait(held: 1) }
        try clock.set(to: morning + 61)
        // What was claimed and not sent goes back; what was sent is waited for.
        try await night.waits { try site.scratch.book.number("SELECT running FROM run") == 16 }
        try peer.release()
        let ending = await night.end()
        #expect(ending.status == 5 && ending.errorBytes.isEmpty, "\(ending)")
        #expect(ending.output.hasPrefix("cairn nightly job: stopped, the time is over"), "\(ending)")
        #expect(ending.output.contains("24 queued"), "\(ending)")
        #expect(try site.tasks() == "done 16, queued 24")
        // The next night has until six of the next morning.
        try clock.set(to: morning + 16 * 3600)
        let next = try await site.cairn("nightly", "--until", "06:00", "--verbose", "job.yaml", exits: 0)
        #expect(next.output.contains("24 done") && next.output.contains("24 left before"), "\(next)")
        try await site.audit("nights")
    }

    @Test(arguments: ["nightly", "run"]) func `a night that begins after --until does nothing`(command: String)
        async throws
    {
        let clock = try await SetClock(in: scratch)
        try scratch.writePictures(2, seed: 11)
        let job = try scratch.writeJob()
        try clock.set(to: morning + 130)
        let late = try await scratch.cairn(command, job, "--until", "06:00", exits: 5, environment: clock.environment)
        #expect(
            late.error == """
                cairn: --until 06:00 has passed (it is 06:01); nothing was done. A time of day that passed less \
                than 12 hours \
                ago is not taken for tomorrow's; to work now, give a later one, or --for

                """ && late.outputBytes.isEmpty, "\(late)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
        try clock.set(to: morning - 8 * 3600)
        let evening = try await scratch.cairn(
            command, job, "--until", "06:00", exits: 0, environment: clock.environment)
        #expect(evening.error.contains("until tomorrow 06:00\n") == (command == "run"), "\(evening)")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 2)
    }

    @Test func `a night is not stopped by a time that is over when nothing is left`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let clock = try await SetClock(in: scratch)
        try clock.set(to: morning)
        let site = try VisionSite(peer, marks: 1..<17, clock: clock)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let night = try site.start("nightly", "--until", "06:00", "job.yaml")
        try await offPool { try peer.wait(held: 1) }
        try clock.set(to: morning + 61)
        try peer.release()
        let ending = await night.end()
        #expect(ending.status == 0 && ending.outputBytes.isEmpty && ending.errorBytes.isEmpty, "\(ending)")
        #expect(try site.tasks() == "done 16")
    }

    @Test func `a night with a limit begins nothing more when --for is over`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let night = try site.start("nightly", "--for", "3s", "job.yaml")
        try await offPool { try peer.wait(held: 1) }
        try await night.waits { try site.scratch.book.number("SELECT running FROM run") == 16 }
        try peer.release()
        let ending = await night.end()
        #expect(ending.status == 5 && ending.output.contains("stopped, the time is over"), "\(ending)")
        #expect(try site.tasks() == "done 16, queued 24")
        try await site.audit("spans")
    }

    @Test(arguments: ["15", "10%"]) func `a night with a limit stops at --max-failures, and says what waits`(
        limit: String
    ) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "image", "code": 5}"#, when: #"{"number": 1}"#)
        let stopped = try await site.cairn("nightly", "--max-failures", limit, "job.yaml", exits: 5)
        #expect(stopped.output.hasPrefix("cairn nightly job: stopped, too many failures, 16 failed"), "\(stopped)")
        #expect(stopped.output.contains("24 queued") && stopped.errorBytes.isEmpty, "\(stopped)")
        #expect(try site.tasks() == "failed 16, queued 24")
        // As many as are allowed stop nothing, and the failures of the night before are not this one's.
        let next = try await site.cairn("nightly", "--max-failures", "16", "--verbose", "job.yaml", exits: 0)
        #expect(next.output.contains("24 done") && next.output.contains("24 left before"), "\(next)")
        #expect(try site.tasks() == "done 24, failed 16")
        try await site.audit("failures")
    }
}
