import Platform
import TestSupport
import Testing

@Suite("A Vision service that fails whatever it is asked", .inTurn) struct VisionOutageTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [1, 4, 16, 50, 300])
    func `stops the run by its tenth request, holds it against no image, and is asked again`(pictures: Int) async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<pictures + 1)
        try peer.misbehave(always(#"{"kind": "unavailable", "worked": true}"#))
        let ending = try await site.cairn("run", try site.writeJob(retry: "attempts: 5"), exits: 4)
        #expect(ending.error.contains("the service fails every request"), "\(ending)")
        #expect(ending.error.contains("The service is currently unavailable"), "\(ending)")
        #expect(try site.tasks() == "queued \(pictures)")
        #expect(try site.requests().count == 10)
        #expect(try site.books() == "0 settled, \(min(pictures, 16) + 9) uncertain")
        #expect(try site.scratch.book.number("SELECT max(attempt_count) FROM task") == 0)
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done \(pictures)")
        try await site.audit()
    }

    @Test func `after some answers stops the run before all of it is billed for nothing`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<401)
        try peer.misbehave(#"{"kind": "unavailable", "worked": true}"#, when: #"{"from": 5}"#)
        let pace = ["pace: {inFlight: 2}"]
        let job = try site.writeJob(retry: "attempts: 5", more: pace)
        let ending = try await site.cairn("run", job, exits: 4)
        #expect(ending.error.contains("the service fails every request"), "\(ending)")
        #expect(try site.tasks().contains("queued"))
        // Two requests may be in flight at each of the first three failures, and at the last answer; then seven probe
        // the service.
        #expect(try site.requests().count <= 4 + 4 * 2 + 7)
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 400")
        try await site.audit()
    }

    @Test(arguments: [
        #"{"kind": "bad-request"}"#, #"{"kind": "image", "code": 3, "message": "Request must specify something."}"#,
    ])
    func `by refusing the job's settings stops the run, and no image has failed`(fault: String) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<40)
        try peer.misbehave(always(fault))
        let ending = try await site.cairn("run", try site.writeJob(), exits: 4)
        #expect(ending.error.contains("refuses every image alike"), "\(ending)")
        #expect(ending.error.contains("in the manifest's features or in the function"), "\(ending)")
        #expect(try site.tasks() == "queued 39")
        #expect(try site.units().isEmpty)
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 39")
        try await site.audit()
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
