import Platform
import TestSupport
import Testing

/// Units after answers of every status, against the vendor's own count.
@Suite("What a Vision service may have billed", .inTurn) struct VisionChargeTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let answers =
        #"{"responses": ["#
        + Array(repeating: #"{"labelAnnotations": [{"description": "Sky", "score": 0.5}]}"#, count: 3)
        .joined(separator: ", ") + "]}"

    /// A rule: after its work the service answers every request so.
    private static func working(_ status: Int, _ body: String) -> String {
        #"[{"fault": {"kind": "body", "status": \#(status), "worked": true, "body": \#(body)}}]"#
    }

    /// Four nightly runs under a cap of five units, of which the service has billed whatever it was sent.
    private func nights(_ status: Int, _ body: String, on peer: Peer, exits: [Int32]) async throws -> String {
        let site = try VisionSite(peer, marks: 1..<4, clock: try await SetClock(in: scratch))
        try peer.misbehave(Self.working(status, body))
        let job = try site.writeJob(
            retry: "attempts: 2", more: ["pace: {inFlight: 1}", "budget: {month: {units: 5}}"])
        for exit in exits { try await site.cairn("run", job, exits: exit, note: "\(status)") }
        let metered = try site.units().count
        #expect(metered <= 5, "\(status): the cap of 5 was passed, \(metered) units are metered")
        #expect(try site.unitsThatDoNotAddUp() == [], "\(status)")
        #expect(try site.scratch.breaches() == [], "\(status)")
        return try site.books()
    }

    @Test(arguments: [201, 203, 206, 299])
    func `is settled after an answer with any status of success`(status: Int) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let books = try await nights(status, Self.answers, on: peer, exits: [0, 0])
        #expect(books == "3 settled, 0 uncertain")
    }

    @Test(arguments: [302, 410, 425, 505, 999])
    func `a unit is uncertain after a status that is neither an answer nor a refusal, and fills the cap`(status: Int)
        async throws
    {
        let books = try await nights(status, #""moved""#, on: VisionSite.peer(in: scratch), exits: [4, 4, 5, 5])
        #expect(books == "0 settled, 5 uncertain")
    }

    @Test(arguments: [
        202: #""later""#, 408: #""""#, 503: #"{"error": {"code": 503, "status": "UNAVAILABLE", "message": "away"}}"#,
    ])
    func `a unit is uncertain after a response that promises another, and fills the cap`(status: Int, body: String)
        async throws
    {
        // The second response that cannot be read ends the first night before its cap does.
        let exits: [Int32] = status == 202 ? [4, 5] : [5, 5]
        let books = try await nights(status, body, on: VisionSite.peer(in: scratch), exits: exits)
        #expect(books == "0 settled, 5 uncertain")
    }

    @Test(arguments: [405, 431])
    func `a unit is free after a refusal of the request`(status: Int) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try peer.misbehave(#"[{"fault": {"kind": "body", "status": \#(status), "body": "no"}}]"#)
        try await site.cairn("run", try site.writeJob(), exits: 4)
        #expect(try site.books() == "0 settled, 0 uncertain" && site.units().isEmpty)
    }

    @Test func `behind a function is counted by the same table`() async throws {
        let place = try await FunctionSite(in: scratch)
        for (status, body, exit) in [
            (203, #"{"result": [{"labelAnnotations": []}]}"#, Int32(0)), (302, #""moved""#, 4), (505, #""no""#, 4),
        ] {
            let site = try place.site(marks: 1..<3)
            try place.function.misbehave(
                #"""
                [{"match": {"kind": "call"},
                  "fault": {"kind": "body", "status": \#(status), "worked": true, "body": \#(body)}}]
                """#)
            let job = try place.writeJob(in: site, argument: "object")
            try await site.cairn("run", job, exits: exit, note: "\(status)")
            #expect(try site.unitsThatDoNotAddUp() == [], "\(status)")
            #expect(try site.books() == (exit == 0 ? "2 settled, 0 uncertain" : "0 settled, 1 uncertain"), "\(status)")
        }
    }

    @Test(arguments: [(inFlight: 1, images: 400), (inFlight: 4, images: 700)])
    func `in an outage is that of ten requests, nine of them of one image`(inFlight: Int, images: Int) async throws {
        let peer = try await VisionSite.peer(["--canned"], in: scratch)
        let site = try VisionSite(peer)
        let objects = (0..<images).map { "gs: gs://bucket/\($0).jpg" }
        try peer.misbehave(always(#"{"kind": "unavailable", "worked": true}"#))
        let job = try site.writeJob(images: objects, retry: "attempts: 5", more: ["pace: {inFlight: \(inFlight)}"])
        try await site.cairn("run", job, exits: 4)
        // A full request, and nine of one image each.
        #expect(try site.scratch.book.number("SELECT sum(units_uncertain) FROM spending") == 25)
        #expect(try site.scratch.book.number("SELECT count(*) FROM failures") == 0)
    }
}
