import Glibc
import Platform
import TestSupport
import Testing

/// What a night leaves that was killed while its requests were in flight, and what the next one says of it.
@Suite("A night that was killed", .inTurn) struct KilledNightTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func words(_ ending: Ending) -> String {
        ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func `is planned with what it left, and told by the next one`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<13)
        let job = try site.writeJob()
        try await site.cairn("nightly", job, exits: 0)
        try site.writePictures(13..<33)
        try site.peer.misbehave(once(#"{"kind": "hold"}"#))
        let night = try site.start("nightly", job)
        try await offPool { try site.peer.wait(held: 1) }
        night.send(SIGKILL)
        _ = await night.end()
        try site.peer.release()
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(
            plan.output.contains("  queued  20 images in run ") && plan.output.contains("    20 units, "), "\(plan)")
        #expect(!plan.output.contains("running"), "\(plan)")
        let next = try await site.cairn("nightly", job, exits: 0)
        #expect(words(next).contains("did not end: it was killed, or lost its machine"), "\(next)")
        #expect(words(next).contains("; 16 units may be billed twice, up to $0.02 cairn quota show"), "\(next)")
        #expect(try site.units().count == 48)
        #expect(try site.scratch.book.column("SELECT answered FROM jobs") == ["32"])
        let quiet = try await site.cairn("nightly", job, exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        try await site.audit("killed")
    }

    @Test func `is told where nothing of it was billed`() async throws {
        try await scratch.run(
            Place.python.description, packageRoot.appending("Scripts/draw_pages.py").description, "dots",
            scratch.file("dots.png").description)
        try Files.makeFolder(scratch.file("pages"))
        try Files.rename(scratch.file("dots.png"), to: scratch.file("pages/dots.png"))
        func write(_ timeout: String) throws {
            try scratch.write(
                "job.yaml",
                "job: j\nimages: [{folder: pages}]\nbackend: {kind: tesseract, psm: 3, timeout: \(timeout)}\n")
        }
        try write("1h")
        let night = try scratch.startCairn("nightly", "job.yaml")
        try await night.waits { [scratch] in (try? scratch.book.number("SELECT running FROM runs")) == 1 }
        night.send(SIGKILL)
        _ = await night.end()
        try write("1s")
        let next = try await scratch.cairn("nightly", "job.yaml", exits: 1)
        #expect(words(next).contains("did not end: it was killed, or lost its machine"), "\(next)")
        #expect(!words(next).contains("billed twice"), "\(next)")
    }

    @Test func `is not needed for a cap that doubt closes, of which each mail says how to open it`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<13)
        let job = try site.writeJob(more: ["pace: {inFlight: 1}", "budget: {month: {units: 36}}"])
        try await site.cairn("nightly", job, exits: 0)
        try site.writePictures(13..<53)
        try site.peer.misbehave(#"[{"match": {}, "fault": {"kind": "cut"}}]"#)
        let settle = "cairn quota settle --not-billed --account tower-1"
        for night in 0..<2 {
            let stopped = try await site.cairn("nightly", job, exits: 5)
            #expect(
                words(stopped).contains("24 of 36 units are uncertain: sent, and never answered; if the vendor's bill"),
                "\(night): \(stopped)")
            #expect(stopped.output.contains(settle), "\(night): \(stopped)")
            try site.peer.misbehave("[]")
        }
        let run = try await site.cairn("run", job, exits: 5)
        #expect(run.error.contains("24 of 36 units are uncertain") && run.error.contains(settle), "\(run)")
        let status = try await site.cairn("status", "job", exits: 0)
        #expect(status.output.contains("24 of 36 units are uncertain"), "\(status)")
        try await site.cairn("quota", "settle", "--not-billed", "--account", "tower-1", exits: 0)
        try await site.cairn("nightly", job, exits: 5)
        #expect(try site.units().count == 36)
        try await site.audit("opened")
    }
}
