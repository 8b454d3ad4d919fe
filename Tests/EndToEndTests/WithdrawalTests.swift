import Platform
import TestSupport
import Testing

@Suite("A request that is withdrawn", .inTurn) struct WithdrawalTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Commands that keep what is not sent from being sent, and how the tasks end then.
    static let orders: [(words: [String], workers: Int, rest: String)] = [1, 2].flatMap { workers in
        [
            (["pause", "1"], workers, "queued"), (["cancel", "1"], workers, "cancelled"),
            (["quota", "set", "--account", "tower-1", "--day-units", "0"], workers, "queued"),
            (["quota", "set", "--account", "tower-1", "--month-usd", "0.01"], workers, "queued"),
        ]
    }

    @Test(arguments: orders)
    func `an order in the midst of a run sends nothing but what is under way, and gives the rest back at once`(
        _ words: [String], _ workers: Int, _ rest: String
    ) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<161, clock: try await SetClock(in: scratch))
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 3}"#)
        let running = try (0..<workers).map { _ in try site.start("work") }
        try await offPool { try peer.wait(held: workers) }
        let sent = 32 + 16 * workers
        let order = try await site.scratch.start(
            [Place.cairn.description] + words, environment: site.environment
        ).end()
        #expect(order.status == 0, "\(order)")
        try await running[0].waits {
            try site.scratch.book.number("SELECT running FROM runs") == 16 * workers
                && site.scratch.book.number("SELECT sum(units_reserved) FROM spending") == 16 * workers
        }
        #expect(try site.units().count == sent)
        try peer.misbehave("[]")
        try peer.release()
        for one in running {
            let ending = await one.end()
            #expect(ending.status == 5, "\(ending)")
        }
        #expect(try site.units().count == sent)
        let tasks = ["done \(sent)", "\(rest) \(160 - sent)"].sorted().joined(separator: ", ")
        #expect(try site.tasks() == tasks)
        #expect(try site.books() == "\(sent) settled, 0 uncertain")
        try await site.audit()
    }

    @Test(arguments: [1, 2])
    func `an order in the midst of a run that lowers a cap leaves what has room under it`(workers: Int) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<161, clock: try await SetClock(in: scratch))
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 3}"#)
        let running = try (0..<workers).map { _ in try site.start("work") }
        try await offPool { try peer.wait(held: workers) }
        // 64 units are under way or answered with two workers: nine more fit, which is no whole request.
        try await site.cairn("quota", "set", "--account", "tower-1", "--day-units", "73", exits: 0)
        try peer.misbehave("[]")
        try peer.release()
        var endings: [Ending] = []
        for one in running { endings.append(await one.end()) }
        #expect(endings.allSatisfy { $0.status == 5 }, "\(endings)")
        #expect(endings.contains { $0.error.contains("73 of 73 units") }, "\(endings)")
        #expect(try site.units().count == 73)
        #expect(try site.books() == "73 settled, 0 uncertain")
        try await site.audit()
        // What is raised again goes on.
        try await site.cairn("quota", "set", "--account", "tower-1", "--clear", exits: 0)
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 160)
        try await site.audit()
    }

    @Test func `an order in the midst of a run that cancels says what still goes, and the exit tells of it`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", try site.writeJob())
        try await offPool { try peer.wait(held: 1) }
        let cancelled = try await site.cairn("cancel", "1", exits: 0)
        #expect(cancelled.error.contains("those already sent will finish"), "\(cancelled)")
        try await running.waits { try site.scratch.book.number("SELECT running FROM runs") == 16 }
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 5, "\(ending)")
        #expect(ending.error.contains("run 1 was cancelled: 24 images not asked; submit the job again"), "\(ending)")
        try await site.cairn("run", "job.yaml", exits: 0)
        #expect(try site.units().count == 40)
        try await site.audit()
    }

    @Test func `an order in the midst of a run that cancels when everything was sent keeps nothing from its end`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<17)
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", try site.writeJob())
        try await offPool { try peer.wait(held: 1) }
        try await site.cairn("cancel", "1", exits: 0)
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 0, "\(ending)")
        #expect(try site.tasks() == "done 16")
        try await site.audit()
    }
}
