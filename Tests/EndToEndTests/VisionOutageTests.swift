import Platform
import TestSupport
import Testing

@Suite("A Vision service that fails whatever it is asked", .inTurn) struct VisionOutageTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `stops the run before all of it is billed for nothing, holds it against no image, and is asked again`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<401)
        try peer.misbehave(always(#"{"kind": "unavailable", "worked": true}"#))
        let pace = ["pace: {inFlight: 2}"]
        let ending = try await site.cairn("run", try site.writeJob(retry: "attempts: 3", more: pace), exits: 4)
        #expect(ending.error.contains("the service fails every request"), "\(ending)")
        #expect(ending.error.contains("The service is currently unavailable"), "\(ending)")
        #expect(try site.tasks() == "queued 400")
        // Two requests may be on their way at each of the first three signs; then one asks for all.
        #expect(try site.requests().count <= 14)
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 400")
        try await site.audit()
    }

    @Test func `by refusing the job's settings stops the run, and no image has failed`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<40)
        try peer.misbehave(always(#"{"kind": "bad-request"}"#))
        let ending = try await site.cairn("run", try site.writeJob(), exits: 4)
        #expect(ending.error.contains("refuses every image alike"), "\(ending)")
        #expect(ending.error.contains("features or their parameters"), "\(ending)")
        #expect(try site.tasks() == "queued 39")
        #expect(try site.units().isEmpty)
        #expect(try site.books() == "0 settled, 0 uncertain")
    }

    @Test func `by asking for pause after pause ends the run as a quota does`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<20)
        try peer.misbehave(always(#"{"kind": "quota-tokens"}"#))
        let ending = try await site.cairn("run", try site.writeJob(), exits: 5)
        #expect(ending.error.contains("asks for one pause after another"), "\(ending)")
        #expect(try site.tasks() == "queued 19")
        #expect(try site.books() == "0 settled, 0 uncertain")
    }
}
