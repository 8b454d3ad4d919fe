import Glibc
import Platform
import TestSupport
import Testing

@Suite("cairn status", .inTurn) struct StatusTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ ending: Ending) throws -> JSONText {
        try JSONText(ending.outputBytes)["runs"][0]
    }

    @Test func `shows the newest ten runs, all of them, or those of one job`() async throws {
        for number in 1...12 {
            try scratch.writePictures(1, in: "pictures/\(number)", seed: UInt64(number))
            try await scratch.cairn("submit", "--quiet", try scratch.writeJob("town"), exits: 0)
            try await scratch.cairn("work", "--quiet", exits: 0)
        }
        try await scratch.cairn("submit", try scratch.writeJob("other"), exits: 0)
        let newest = try await scratch.cairn("status", exits: 0)
        #expect(newest.lines.count == 12 && !newest.output.contains("failed"), "\(newest)")
        #expect(try await scratch.cairn("status", "--all", exits: 0).lines.count == 14)
        let one = try await scratch.cairn("status", "--job", "town", "--json", exits: 0)
        #expect(try JSONText(one.outputBytes)["runs"].items.count == 12)
        let none = try await scratch.cairn("status", "--job", "twon", exits: 2)
        #expect(none.error.contains("did you mean town?"), "\(none)")
        try await scratch.cairn("status", "--job", "town", "--all", exits: 2)
    }

    @Test func `--watch goes on until all is done, one object a line`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob(more: ["budget: {run: {units: 50}}", "pace: {inFlight: 1}"])
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 2}"#)
        let working = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        let watch = try site.start("status", "1", "--watch", "--json", "--interval", "100ms")
        try await watch.waits { try JSONText.lines(of: watch.outputLog).count >= 2 }
        try peer.misbehave("[]")
        try peer.release()
        #expect(await working.end().status == 0)
        let ending = await watch.end()
        #expect(ending.status == 0 && ending.errorBytes.isEmpty, "\(ending)")
        let lines = try JSONText.lines(of: watch.outputLog)
        let done = lines.map { $0["runs"][0]["done"].int ?? -1 }
        #expect(done == done.sorted() && done.first == 16 && done.last == 40, "\(done)")
        #expect(lines.first?["workers"] == .number(1))
        #expect(lines.first?["runs"][0]["seconds_left"].double ?? 0 > 0, "\(ending)")
        let caps = try #require(lines.last?["runs"][0]["caps"][0])
        #expect(caps["units"] == .number(40) && caps["units_left"] == .number(10), "\(caps)")
    }

    @Test func `--watch writes one block after another where no terminal is, and ends with 130 at Ctrl-C`() async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3)
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        let watch = try site.start("status", "1", "--watch", "--interval", "100ms")
        try await watch.waits(then: SIGINT) {
            try Files.text(watch.outputLog).components(of: "run 1 of job: queued\n") >= 2
        }
        let ending = await watch.end()
        #expect(ending.status == 130 && ending.error == "interrupted\n", "\(ending)")
        #expect(!ending.outputBytes.contains(0x1B), "no escapes but for terminals")
        for (words, status) in [(["--interval", "1s"], 2), (["--watch", "--interval", "1ms"], 2)] as [([String], Int32)]
        {
            let wrong = try await scratch.start([Place.cairn.description, "status"] + words).end()
            #expect(wrong.status == status && wrong.error.contains("--interval"), "\(wrong)")
        }
    }

    @Test func `says why nobody knows how long it takes`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        let job = try site.writeJob(more: ["budget: {run: {units: 18}}", "pace: {inFlight: 1}"])
        try await site.cairn("submit", job, exits: 0)
        try await site.cairn("pause", "1", exits: 0)
        try await site.cairn("prioritize", "1", "--priority", "5", exits: 0)
        let paused = try await site.cairn("status", "1", exits: 0)
        #expect(paused.output.contains("run 1 of job: paused, priority 5\n"), "\(paused)")
        #expect(paused.output.contains("the run is paused; continue with `cairn resume 1`"), "\(paused)")
        try await site.cairn("resume", "1", exits: 0)
        let idle = try await site.cairn("status", "1", exits: 0)
        #expect(idle.output.contains("no worker is running; start one with `cairn work --run 1`"), "\(idle)")
        try peer.misbehave(#"{"kind": "quota-minute", "retry_after": "30"}"#, when: #"{"from": 1}"#)
        let working = try site.start("work")
        try await working.waits { try site.scratch.book.number("SELECT count(*) FROM account WHERE opens_at > 0") == 1 }
        let held = try await site.cairn("status", "1", exits: 0)
        #expect(
            held.output.contains("the service asked for a pause: account tower-1 sends nothing until 20"), "\(held)")
        #expect(try run(await site.cairn("status", "1", "--json", exits: 0))["waits_for"] == .text("account_held"))
        working.send(SIGKILL)
        _ = await working.end()
        let dead = try await site.cairn("status", "1", exits: 0)
        #expect(dead.output.contains("no worker is running"), "a dead worker works no more, and at once: \(dead)")
        try peer.misbehave("[]")
        // What the service has asked for is over.
        _ = try site.scratch.book.rows("UPDATE account SET opens_at = 0 RETURNING 1")
        _ = try site.scratch.book.rows("UPDATE task SET not_before = 0 RETURNING 1")
        try await site.cairn("work", exits: 5)
        let full = try await site.cairn("status", "1", exits: 0)
        #expect(
            full.output.contains(
                "no room under the cap for this run; to continue, raise budget.run and run the manifest again"),
            "\(full)")
        #expect(full.output.contains("this run: 18 of 18 units, 0 left"), "\(full)")
        #expect(try run(await site.cairn("status", "1", "--json", exits: 0))["waits_for"] == .text("cap_reached:run"))
    }

    @Test func `--prometheus writes metrics that a strict reader takes, in the place of the old ones`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4, clock: try await SetClock(in: scratch))
        try site.scratch.write("pictures/bad.png", "no picture")
        try site.scratch.write("metrics/cairn.prom", "# HELP cairn_old An earlier file.\n")
        let job = try site.writeJob(more: ["budget: {month: {units: 9, usd: 1}}"])
        try await site.cairn("run", job, exits: 1)
        let ending = try await site.cairn("status", "--prometheus", "metrics/cairn.prom", exits: 0)
        #expect(ending.outputBytes.isEmpty && ending.errorBytes.isEmpty, "\(ending)")
        #expect(Files.names(in: site.scratch.file("metrics")) == ["cairn.prom"])
        let samples = try Exposition(Files.text(site.scratch.file("metrics/cairn.prom"))).samples
        let run = "job=\"job\""
        for (name, value) in [
            ("cairn_tasks{\(run),state=\"queued\"}", 0), ("cairn_tasks{\(run),state=\"done\"}", 3),
            ("cairn_tasks{\(run),state=\"failed\"}", 1),
            ("cairn_failures{\(run),kind=\"notAnImage\"}", 1), ("cairn_workers", 0),
            ("cairn_units{account=\"tower-1\",feature=\"LABEL_DETECTION\",state=\"settled\"}", 3),
            ("cairn_budget_units{scope=\"job_month\",job=\"job\"}", 3),
            ("cairn_budget_cap_units{scope=\"job_month\",job=\"job\"}", 9),
            ("cairn_budget_cap_usd{scope=\"job_month\",job=\"job\"}", 1),
        ] as [(String, Double)] {
            #expect(samples[name] == value, "\(name) in \(samples)")
        }
        let piped = try await site.cairn("status", "1", "--prometheus", "-", exits: 0)
        #expect(try Exposition(piped.output).samples.count == samples.count)
        let nowhere = try await site.cairn("status", "--prometheus", "no/where.prom", exits: 2)
        #expect(nowhere.error.contains("no/where.prom"), "\(nowhere)")
        // What is not a file would be gone.
        let device = try await site.cairn("status", "--prometheus", "/dev/null", exits: 2)
        #expect(device.error.contains("not a plain file"), "\(device)")
        try await site.cairn("status", "--prometheus", "metrics/cairn.prom", "--json", exits: 2)
    }
}

extension String {
    /// How often a text is in this one.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
