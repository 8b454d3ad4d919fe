import Glibc
import Platform
import StoreProbe
import TestSupport
import Testing

@Suite("What Ctrl-C may cost", .inTurn) struct InterruptionCostTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `is said in images, units and dollars after the first, and as uncertain units after the second`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob(features: ["LABEL_DETECTION", "LOGO_DETECTION"])
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        running.send(SIGINT)
        let first =
            "finishing 16 images in flight; Ctrl-C again stops now, and up to 32 units ($0.05) may then be billed "
            + "twice\n"
        try await running.waits { try Files.text(running.errorLog).contains(first) }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(
            ending.error.contains(
                "32 units (up to $0.05) are uncertain: they were sent, and no answer came; `cairn work` sends their "
                    + "images again. `cairn quota settle --billed`, or `--not-billed`, closes them, and "
                    + "`--from EXPORT.csv` by the billing export\n"
            ),
            "\(ending)")
        #expect(try site.books() == "0 settled, 32 uncertain")
        try peer.release()
        try await site.cairn("quota", "settle", "--not-billed", exits: 0)
        #expect(try site.books() == "0 settled, 0 uncertain")
    }

    @Test func `is nothing while nothing is in flight`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try peer.misbehave(#"{"kind": "quota-minute", "retry_after": "60"}"#, when: #"{"from": 1}"#)
        let running = try site.start("run", try site.writeJob())
        try await running.waits { try site.hasHold() }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(ending.error.contains("\nnothing is in flight; Ctrl-C again stops now\n"), "\(ending)")
        #expect(!ending.error.contains("billed") && !ending.error.contains("uncertain"), "\(ending)")
        #expect(try site.books() == "0 settled, 0 uncertain")
    }

    @Test func `is said of a process that has to be ended by force, too`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", try site.writeJob())
        try await offPool { try peer.wait(held: 1) }
        let probe = try StoreProbe(site.scratch.book.path)
        try probe.script("BEGIN IMMEDIATE")
        running.send(SIGINT)
        try await running.waits { try Files.text(running.errorLog).contains("Ctrl-C again stops now") }
        running.send(SIGINT)
        let ending = await running.end()
        try probe.script("ROLLBACK")
        #expect(ending.status == 130, "\(ending)")
        #expect(
            ending.error.contains(
                "\nstopped; 16 units ($0.02) were sent and not answered: the next `cairn work` counts them as "
                    + "uncertain, and "
                    + "`cairn quota settle --billed`, or `--not-billed`, closes them\n"), "\(ending)")
        try peer.release()
    }
}

extension VisionSite {
    /// Whether the store knows that the service has asked for a pause.
    func hasHold() throws -> Bool {
        try scratch.hasStore() && scratch.book.number("SELECT count(*) FROM account WHERE opens_at > 0") == 1
    }
}
