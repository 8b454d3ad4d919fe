import TestSupport
import Testing

/// Failures are counted by kind and code, with one example each, wherever they are told.
@Suite("The words about failures", .inTurn) struct FailureWordsTests {
    private let codes = ["HTTP 502", "UNAVAILABLE"]

    /// A site that answers the first request, of 16 images each, and fails the next two in two ways.
    private func site() async throws -> VisionSite {
        let peer = try await VisionSite.peer(in: try Scratch())
        try peer.misbehave(
            #"[{"match": {"number": 2}, "fault": {"kind": "unavailable"}}, "#
                + #"{"match": {"number": 3}, "fault": {"kind": "bad-gateway"}}]"#)
        return try VisionSite(peer, marks: 1..<49)
    }

    @Test func `a summary and a status have a line for each kind and code`() async throws {
        let site = try await site()
        let run = try await site.cairn("run", try site.writeJob(retry: "attempts: 1"), exits: 1)
        let status = try await site.cairn("status", "1", exits: 0)
        for code in codes {
            let line = "16 service \(code): pictures/"
            #expect(run.error.contains("\n  \(line)") && status.output.contains(line), "\(code): \(run) \(status)")
        }
        let retried = try await site.cairn("retry", "1", "--code", "HTTP 502", exits: 0)
        #expect(retried.error.hasPrefix("16 images of run 1 queued again"), "\(retried)")
    }

    @Test func `a night's mail has a line for each, and one example`() async throws {
        let site = try await site()
        let night = try await site.cairn("nightly", try site.writeJob(retry: "attempts: 1"), exits: 1)
        for code in codes { #expect(night.output.contains(" 16 service \(code) (pictures/"), "\(night)") }
        #expect(night.output.ranges(of: "\n          the service failed: ").count == 2, "\(night)")
    }
}
