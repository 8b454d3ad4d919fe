import Glibc
import Platform
import TestSupport
import Testing

@Suite("Why and when a run last stopped", .inTurn) struct LastStopTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(at site: VisionSite, _ name: String = "job") async throws -> JSONText {
        try JSONText(try await site.cairn("status", name, "--json", exits: 0).outputBytes)["runs"][0]
    }

    /// Expects a reason in JSON and in text, and that the moment is one of this test.
    private func expect(
        _ reason: String, at site: VisionSite, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await run(at: site)
        #expect(run["stop_reason"].string == reason, "\(run)", sourceLocation: location)
        let moment = run["stopped_at"].string ?? ""
        #expect(moment.hasPrefix("20") && moment.hasSuffix("Z"), "\(run)", sourceLocation: location)
        let text = try await site.cairn("status", "job", exits: 0)
        #expect(text.output.contains(" UTC: \(reason)\n"), "\(text)", sourceLocation: location)
        let all = try await site.cairn("status", exits: 0)
        #expect(all.output.contains("\n    last stopped "), "\(all)", sourceLocation: location)
    }

    @Test func `is kept for limits, orders and signals, and forgotten when work begins again`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<61)
        let job = try site.writeJob(more: ["budget: {run: {units: 50}}", "pace: {inFlight: 1}"])
        try await site.cairn("submit", job, exits: 0)
        #expect(try await run(at: site)["stop_reason"] == .null)
        try await site.cairn("work", "--for", "1ms", exits: 5)
        try await expect("the time limit (--for or --until) was reached", at: site)
        try await site.cairn("pause", "job", exits: 0)
        try await site.cairn("work", "--run", "job", exits: 5)
        try await expect("paused", at: site)
        try await site.cairn("resume", "job", exits: 0)

        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let working = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        #expect(try await run(at: site)["stop_reason"] == .null, "work has begun again")
        working.send(SIGINT)
        try await working.waits { try Files.text(working.errorLog).contains("Ctrl-C again stops now") }
        try peer.release()
        #expect(await working.end().status == 130)
        try await expect("interrupted by a signal", at: site)

        let capped = try await site.cairn("work", "--json", exits: 5)
        #expect(
            try JSONText(capped.outputBytes)[0]["stop_reason"].string
                == "the cap for this run is reached (50 of 50 units)", "\(capped)")
        #expect(capped.error.contains("run 1 stopped at its own cap: 50 of 50 units used, "), "\(capped)")
        try await expect("the cap for this run is reached (50 of 50 units)", at: site)
        let submitted = try await site.cairn("submit", job, exits: 0)
        #expect(submitted.error.contains("last stopped 20"), "\(submitted)")
        try await site.cairn("cancel", "job", exits: 0)
        try await expect("the cap for this run is reached (50 of 50 units)", at: site)
        try await site.audit()
    }

    @Test func `is kept for failures, a cancellation and a backend that cannot be used`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        let locked = try await scratch.start(
            [Place.cairn.description, "work", "--store", site.scratch.file("cairn.db").description]
        ).end()
        #expect(locked.status == 4 && locked.error.contains("run 1 stopped; 40 images stay queued\n"), "\(locked)")
        let words =
            "the environment variable VISION_KEY is not set (job.yaml:8, backend.auth.apiKey); set it and run "
            + "again; cron does not read your shell's profile, and `file:PATH` works there"
        #expect(locked.error.contains("cairn: \(words)\n"), "\(locked)")
        try await expect(words, at: site)
        try peer.misbehave(#"{"kind": "image", "code": 5}"#, when: #"{"number": 1}"#)
        try await site.cairn("work", "--max-failures", "2", exits: 1)
        try await expect("16 images failed, and --max-failures is 2 images", at: site)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 2}"#)
        let working = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        try await site.cairn("cancel", "job", exits: 0)
        try peer.release()
        #expect(await working.end().status == 5)
        try await expect("cancelled", at: site)
        #expect(try await site.cairn("status", exits: 0).output.contains(VisionSite.key) == false)
    }

    @Test func `is nothing for a run that is finished, and a death for one whose worker was killed`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        let job = try site.writeJob()
        try await site.cairn("submit", job, exits: 0)
        try await site.cairn("work", "--for", "1ms", exits: 5)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let working = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        working.send(SIGKILL)
        _ = await working.end()
        let dead = try await run(at: site)
        #expect(dead["stop_reason"].string == "its worker died" && dead["stopped_at"].string != nil, "\(dead)")
        let all = try await site.cairn("status", exits: 0)
        #expect(all.output.contains(" UTC: its worker died; 20 images in progress"), "\(all)")
        try peer.release()
        try await site.cairn("work", exits: 0)
        let finished = try await run(at: site)
        #expect(finished["stop_reason"] == .null && finished["stopped_at"] == .null, "\(finished)")
        #expect(finished["state"].string == "finished" && finished["finished_at"].string != nil, "\(finished)")
    }

    @Test func `start, end, duration, backend and account are told everywhere`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3)
        let job = try site.writeJob()
        let submitted = try await site.cairn("submit", job, "--json", exits: 0)
        #expect(submitted.error.contains("  vision, account tower-1; submitted 20"), "\(submitted)")
        let row = try JSONText(submitted.outputBytes)[0]
        #expect(row["backend"].string == "vision" && row["account"].string == "tower-1", "\(submitted)")
        #expect(row["submitted_at"].string != nil && row["finished_at"] == .null, "\(submitted)")
        let open = try await site.cairn("status", "job", exits: 0)
        #expect(open.output.contains("  backend  vision, account tower-1\n  time     submitted 20"), "\(open)")
        _ = try site.scratch.book.rows("UPDATE run SET submitted_at = submitted_at - 3840000 RETURNING 1")
        let later = try await site.cairn("status", "job", exits: 0)
        #expect(later.output.contains(" UTC, 1 h 04 min ago\n"), "\(later)")
        // The backend cannot be opened without its key, and is not for this.
        let keyless = try await scratch.start(
            [Place.cairn.description, "status", "--json", "--store", site.scratch.file("cairn.db").description]
        ).end()
        #expect(try JSONText(keyless.outputBytes)["runs"][0]["account"].string == "tower-1", "\(keyless)")
        let worked = try await site.cairn("work", "--json", exits: 0)
        #expect(worked.error.contains("  vision, account tower-1; submitted 20"), "\(worked)")
        #expect(worked.error.contains(", finished 20") && worked.error.contains(", took 1 h 04 min\n"), "\(worked)")
        let summary = try JSONText(worked.outputBytes)[0]
        #expect(
            (3840..<3900).contains(summary["duration_seconds"].int ?? 0) && summary["finished_at"].string != nil,
            "\(worked)")
        #expect(try await run(at: site)["backend"].string == "vision")
        let table = try await site.cairn("status", exits: 0)
        #expect(table.output.contains("backend  account  submitted") && table.output.contains("tower-1"), "\(table)")
    }
}
