import Glibc
import TestSupport
import Testing

@Suite("A signal while the Vision API is asked", .inTurn) struct VisionSignalTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a signal while the Vision API is asked waits for answers that are paid for, and asks nothing more`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob()
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        running.send(SIGINT)
        try await running.waits { try site.scratch.book.number("SELECT running FROM run") == 16 }
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(try site.tasks() == "done 16, queued 24")
        #expect(try site.books() == "16 settled, 0 uncertain")
        #expect(try site.requests().count == 1)
        try await site.audit()
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 40)
        try await site.audit()
    }

    @Test func `a signal while the Vision API is asked tells of runs that were not begun`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        for (name, feature) in [("one", "LABEL_DETECTION"), ("two", "LANDMARK_DETECTION")] {
            try await site.cairn("submit", try site.writeJob(name, features: [feature]), exits: 0)
        }
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        running.send(SIGINT)
        try await running.waits { try Files.text(running.errorLog).contains("Ctrl-C again stops now") }
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 130 && ending.error.contains("with `cairn work`"), "\(ending)")
        #expect(try site.tasks() == "done 1, queued 1")
        try await site.cairn("work", exits: 0)
    }

    @Test func `for the second time ends at once, and leaves what was sent uncertain`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob()
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        running.send(SIGINT)
        try await running.waits { try site.scratch.book.number("SELECT running FROM run") == 16 }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(ending.milliseconds < 30_000, "\(ending)")
        #expect(try site.tasks() == "queued 40")
        #expect(try site.books() == "0 settled, 16 uncertain")
        #expect(try site.scratch.book.number("SELECT sum(attempt_count + crash_count) FROM task") == 0)
        try peer.release()
        try await site.audit()
        let rest = try await site.cairn("work", exits: 0)
        #expect(rest.error.contains("16 of them uncertain"), "\(rest)")
        #expect(try site.units().count == 56)
        try await site.audit()
    }
}
