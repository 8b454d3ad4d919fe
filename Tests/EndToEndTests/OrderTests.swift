import Glibc
import Platform
import TestSupport
import Testing

@Suite("The orders about runs", .inTurn) struct OrderTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `orders about runs pause a run while it is worked on, and let it go on`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<101)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 2}"#)
        let job = try site.writeJob()
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        let paused = try await site.cairn("pause", "1", exits: 0)
        #expect(paused.error.contains("run 1 is paused; continue with `cairn resume 1`"))
        // What was not on its way goes back at once.
        try await running.waits { try site.scratch.book.number("SELECT running FROM run") == 16 }
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 5, "\(ending)")
        #expect(ending.error.contains("run 1 is paused"), "\(ending)")
        #expect(try site.tasks() == "done 32, queued 68")
        let waits = "run 1 is paused; 68 images left; continue with `cairn resume 1`, then `cairn work`\n"
        for words in [["work"], ["work", "--run", "1"], ["run", job]] {
            let idle = try await site.scratch.start(
                [Place.cairn.description] + words, environment: site.environment
            ).end()
            #expect(idle.status == 5 && idle.error.contains(waits), "\(idle)")
            #expect(!idle.error.contains("nothing to do"), "\(idle)")
        }
        let again = try await site.cairn("pause", "1", exits: 0)
        #expect(again.error.contains("is paused already"))
        try await site.cairn("resume", "1", exits: 0)
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 100")
        let late = try await site.cairn("pause", "1", exits: 0)
        #expect(late.error.contains("has nothing left to do"))
        try await site.audit()
    }

    @Test func `what a killed worker had in hand of a paused run goes back`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let running = try site.start("run", try site.writeJob())
        try await offPool { try peer.wait(held: 1) }
        try await site.cairn("pause", "1", exits: 0)
        running.send(SIGKILL)
        _ = await running.end()
        try peer.release()
        try await site.cairn("work", exits: 5)
        #expect(try site.tasks() == "queued 40")
        #expect(try site.books() == "0 settled, 16 uncertain")
        try await site.audit()
    }

    @Test func `a paused run is shown, however many came after it`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        for number in 1...12 {
            try await site.cairn("submit", try site.writeJob("job\(number)"), exits: 0)
        }
        try await site.cairn("pause", "1", exits: 0)
        let runs = try JSONText(try await site.cairn("status", "--json", exits: 0).outputBytes)["runs"].items
        #expect(runs.map { $0["run_id"].int } == (1...12).reversed(), "\(runs)")
        #expect(runs.last?["state"].string == "paused")
    }

    @Test func `orders about runs put runs before others`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<20)
        for (name, feature) in [("one", "LABEL_DETECTION"), ("two", "LANDMARK_DETECTION"), ("three", "LOGO_DETECTION")]
        {
            try await site.cairn("submit", try site.writeJob(name, features: [feature]), exits: 0)
        }
        try await site.cairn("prioritize", "2", "--priority", "5", exits: 0)
        try await site.cairn("submit", "three.yaml", "--priority", "-5", exits: 0)
        try await site.cairn("work", exits: 0)
        let order =
            "SELECT group_concat(run_id) FROM (SELECT run_id FROM attempts GROUP BY run_id ORDER BY min(attempt_id))"
        #expect(try site.scratch.book.column(order) == ["2,1,3"])
        for word in ["101", "high", ""] {
            let ending = try await site.cairn("submit", "one.yaml", "--priority", word, exits: 2)
            #expect(ending.error.contains("a whole number from -100 to 100"), "\(ending)")
        }
        try await site.cairn("prioritize", "1", exits: 2)
        try await site.cairn("prioritize", "9", "--priority", "1", exits: 2)
    }

    @Test func `orders about runs stop work at a time, or at too many failures`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41, clock: try await SetClock(in: scratch))
        try peer.misbehave(#"{"kind": "image", "code": 5}"#, when: #"{"number": 1}"#)
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        let timely = try await site.cairn("work", "--for", "1ms", exits: 5)
        #expect(timely.error.contains("the time limit (--for or --until) was reached; 40 images left"), "\(timely)")
        #expect(try site.requests().isEmpty)
        let failing = try await site.cairn("work", "--max-failures", "10%", exits: 1)
        #expect(
            failing.error.contains("16 images failed, and --max-failures is 10 % of the images; 24 images left"),
            "\(failing)")
        #expect(failing.error.contains("--max-failures"), "\(failing)")
        try await site.cairn("work", "--max-failures", "15", exits: 1)
        #expect(try site.requests().count == 1)
        let words = [
            ("--until", "25:00"), ("--until", "6"), ("--for", "soon"), ("--max-failures", "101%"),
            ("--max-failures", "-1"),
        ]
        for (option, word) in words { try await site.cairn("work", option, word, exits: 2) }
        try await site.cairn("work", "--max-failures", "16", "--for", "1h", "--until", "23:59", exits: 1)
        #expect(try site.tasks() == "done 24, failed 16")
        try await site.audit()
    }
}
