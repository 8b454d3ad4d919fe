import Glibc
import Platform
import TestSupport
import Testing

/// Nights that cost, asked of a Vision peer.
@Suite("The cost of a night", .inTurn) struct NightlyCostTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func night(_ site: VisionSite, _ words: String..., exits status: Int32) async throws -> JSONText {
        let ending = try await site.scratch.start(
            [Place.cairn.description, "nightly", "--json", "--new-store", "job.yaml"] + words,
            environment: site.environment
        ).end()
        #expect(ending.status == status, "\(ending)")
        return try #require(JSONText(ending.outputBytes).items.first, "\(ending)")
    }

    @Test func `a night that costs reports its own units and never another's, and what was known`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"])
        let first = try await night(site, exits: 0)
        #expect(first["units"] == .number(6) && first["units_planned"] == .number(6), "\(first)")
        let quiet = try await night(site, exits: 0)
        #expect(quiet["units"] == .number(0) && quiet["known"] == .number(3), "\(quiet)")
        #expect(quiet["usd_saved"] == .number(0.009) && quiet["month_usd_high"] == .number(0.009), "\(quiet)")
        try site.writePictures(4..<6)
        try await site.cairn("run", "job.yaml", exits: 0)
        let after = try await night(site, exits: 0)
        #expect(after["units"] == .number(0) && after["month_usd_high"] == .number(0.015), "\(after)")
        try await site.audit("nights")
    }

    @Test func `a night that cannot be paid for says once why and what to do, and asks nothing`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try site.peer.misbehave(always(#"{"kind": "billing-disabled"}"#))
        let ending = try await site.cairn("nightly", try site.writeJob(), exits: 4)
        let mail = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(mail.hasPrefix("cairn nightly job: stopped: This API method requires billing"), "\(ending)")
        #expect(mail.contains(" queued 3 images: 3 new; none asked cost 0 units; "), "\(ending)")
        #expect(mail.ranges(of: "cairn work").count == 1, "\(ending)")
    }

    @Test func `a night that costs stops at a cap, and the next one continues without it`() async throws {
        let site = try VisionSite(
            try await VisionSite.peer(in: scratch), marks: 1..<6, clock: try await SetClock(in: scratch))
        try site.writeJob(more: ["budget: {day: {units: 2}}", "pace: {inFlight: 1}"])
        let ending = try await site.cairn("nightly", "job.yaml", exits: 5)
        #expect(ending.output.contains("stopped at its daily cap") && ending.output.contains("3 queued"), "\(ending)")
        #expect(ending.output.contains("raise budget.day") && ending.errorBytes.isEmpty, "\(ending)")
        try site.writeJob()
        let next = try await night(site, exits: 0)
        #expect(next["units"] == .number(3) && next["done"] == .number(3), "\(next)")
        try await site.audit("caps")
    }

    @Test func `a night that was killed is not told by the next one, which does the rest`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<5)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let killed = try site.start("nightly", "job.yaml")
        try peer.wait(held: 1)
        killed.send(SIGKILL)
        _ = await killed.end()
        try peer.release()
        try peer.misbehave("[]")
        let next = try await night(site, exits: 0)
        let done = try site.scratch.book.number("SELECT count(*) FROM task WHERE state = 'done'")
        #expect(done == 4, "\(next)")
        let own = try site.scratch.book.number(
            """
            SELECT count(*) FROM ledger JOIN attempt USING (attempt_id) WHERE state <> 'released'
            AND worker_id = (SELECT max(worker_id) FROM worker)
            """)
        #expect(next["units"] == .number(Double(own)) && next["units_uncertain"] == .number(0), "\(next)")
        #expect(try site.scratch.book.column("SELECT exit_status FROM night ORDER BY night_id") == ["NULL", "0"])
    }

    @Test func `a night that costs is one at a time for a job: of twenty at the same tick one wins`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3)
        try site.writeJob()
        try await site.cairn("submit", "job.yaml", exits: 0)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let all = try (0..<20).map { _ in try site.start("nightly", "job.yaml", "--verbose") }
        try peer.wait(held: 1)
        // The one that holds the job waits for the peer; the others end.
        while all.count(where: \.isOver) < 19 { await pause(milliseconds: 20) }
        // A run beside it is allowed.
        try await site.cairn("submit", "job.yaml", exits: 0)
        try peer.release()
        try peer.misbehave("[]")
        var endings: [Ending] = []
        for one in all { endings.append(await one.end()) }
        #expect(endings.map { $0.status ?? -1 }.sorted() == [0] + Array(repeating: 6, count: 19))
        let winner = try #require(zip(all, endings).first { $0.1.status == 0 })
        for ending in endings where ending.status == 6 {
            #expect(
                ending.output.contains("already running since")
                    && ending.output.contains("(process \(winner.0.pid) on "),
                "\(ending)")
            #expect(ending.output.split(separator: "\n").count == 1 && ending.errorBytes.isEmpty, "\(ending)")
        }
        #expect(try site.units().count == 2)
        let next = try await night(site, exits: 0)
        #expect(next["units"] == .number(0))
    }
}
