import Glibc
import Platform
import TestSupport
import Testing

/// What a plan counts of what is queued already.
@Suite(.inTurn) struct `A plan of what is queued already` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `prices queued images as the night, the plan and its file do`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        try site.writeJob()
        try await site.cairn("submit", "job.yaml", exits: 0)
        try site.writePictures(21..<24)
        let plan = try await site.cairn("plan", "job.yaml", "--out", "p.json", "--exit-code", exits: 8)
        #expect(plan.output.contains("  queued  20 images in run 1    20 units, up to $0.03\n"), "\(plan)")
        #expect(plan.output.contains("  units   LABEL_DETECTION       23, "), "\(plan)")
        #expect(
            plan.lines.last
                == "plan of job: 23 files found, 23 units in all, $0.00 to $0.03; to do it: `cairn apply p.json`",
            "\(plan)")
        let json = try JSONText(try await site.cairn("plan", "job.yaml", "--json", exits: 0).outputBytes)
        let sums = ["units", "queued", "queued_units", "units_total", "running", "units_uncertain"].map { json[$0].int }
        #expect(sums == [3, 20, 20, 23, 0, 0], "\(json)")
        #expect(json["queued_usd_high"].double == 0.03 && json["usd_total_high"].double == 0.0345, "\(json)")
        let applied = try await site.cairn("apply", "p.json", exits: 0)
        #expect(try site.units().count == 23, "\(applied)")
        let done = try await site.cairn("plan", "job.yaml", "--exit-code", exits: 0)
        #expect(done.lines.last == "plan of job: 23 files found, nothing to ask", "\(done)")
    }

    @Test func `leaves out what the submission would cancel`() async throws {
        let peer = try await VisionSite.peer(["--turned"], in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try site.writeJob()
        try await site.cairn("submit", "job.yaml", exits: 0)
        let cap = ["budget: {month: {units: 4}}", "pace: {inFlight: 1}"]
        try site.writeJob(images: ["{folder: pictures, rotate: 90}"], more: cap)
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(!plan.output.contains("queued") && !plan.output.contains("stay"), "\(plan)")
        let json = try JSONText(try await site.cairn("plan", "job.yaml", "--json", exits: 0).outputBytes)
        #expect(["units", "queued", "queued_units", "units_total"].map { json[$0].int } == [3, 0, 0, 3], "\(json)")
        try await site.cairn("run", "job.yaml", exits: 0)
        #expect(try site.units().count == 3)
        // Of the queued images those that stay are counted.
        try site.writePictures(4..<6)
        try site.writeJob(more: cap)
        try await site.cairn("submit", "job.yaml", exits: 0)
        try site.writeJob(images: ["glob: pictures/[1-4].png"])
        let fewer = try JSONText(try await site.cairn("plan", "job.yaml", "--json", exits: 0).outputBytes)
        #expect(fewer["units_total"].int == 4, "\(fewer)")
    }

    @Test func `says what is running and what may have been billed, and the night says the same figure`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 2}"#)
        let running = try site.start("run", "job.yaml")
        try await offPool { try peer.wait(held: 1) }
        let during = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(during.output.contains("  running "), "\(during)")
        running.send(SIGKILL)
        _ = await running.end()
        try peer.misbehave("[]")
        try peer.release()
        try await site.cairn("pause", "1", exits: 0)
        try await site.cairn("resume", "1", exits: 0)
        try await site.cairn("work", "--for", "1ms", exits: 5)
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(plan.output.contains("of run 1 may have been billed; see `cairn quota show`"), "\(plan)")
        let json = try JSONText(try await site.cairn("plan", "job.yaml", "--json", exits: 0).outputBytes)
        let night = try JSONText(
            Array(try await site.cairn("nightly", "job.yaml", "--json", exits: 0).outputBytes.dropFirst().dropLast(2)))
        #expect((json["units_total"].int ?? 0) > 0 && json["units_total"].int == night["units_planned"].int, "\(night)")
    }
}
