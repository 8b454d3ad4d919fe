import Platform
import TestSupport
import Testing

@Suite("The requests of several images", .inTurn) struct VisionBatchTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `requests to the Vision API hold sixteen images, and no more bytes than the service takes`() async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let many = try VisionSite(peer, marks: 1..<36)
        try await many.cairn("run", try many.writeJob(), exits: 0)
        #expect(try many.requests().map { $0["images"].items.count } == [16, 16, 3])
        try await many.audit()

        let large = try VisionSite(peer)
        var random = Seeded(7)
        for number in 0..<5 {
            try large.scratch.write("pictures/\(number).png", Picture(noise: 1100, 900, using: &random).png)
        }
        let huge = Picture(noise: 1800, 1600, using: &random)
        try large.scratch.write("pictures/huge.png", huge.png)
        try await large.cairn(
            "run", try large.writeJob(more: ["prepare: {fit: original}", "pace: {inFlight: 1}"]), exits: 0)
        let requests = try large.requests()
        let counts = requests.map { $0["images"].items.count }
        #expect(counts.reduce(0, +) == 6 && counts.max() == 2 && counts.count <= 4, "\(counts)")
        #expect(requests.allSatisfy { ($0["body_bytes"].int ?? .max) <= 10_485_760 })
        // A picture that is too long for a request goes at its size, and as a JPEG.
        let sizes = requests.flatMap { $0["images"].items }.filter { $0["format"] == .text("JPEG") }.map { $0["size"] }
        #expect(sizes == [.list([.number(1800), .number(1600)])])
        try await large.audit()
    }

    @Test func `requests to the Vision API go to the place that the manifest names`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for (endpoint, path) in [
            ("", "/v1/images:annotate"), ("/v1", "/v1/images:annotate"),
            ("/projects/tower-1", "/v1/projects/tower-1/images:annotate"),
            ("/v1/projects/tower-1/locations/eu", "/v1/projects/tower-1/locations/eu/images:annotate"),
        ] {
            let site = try VisionSite(peer, marks: 1..<2)
            try await site.cairn("run", try site.writeJob(endpoint: peer.url + endpoint), exits: 0)
            #expect(try site.requests().map { $0["path"] } == [.text(path)])
            #expect(try site.requests().allSatisfy { $0["query"].members.isEmpty })
        }
    }

    @Test func `requests to the Vision API of several processes keep to one pace, and pause together`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<81)
        let jobs = try ["LABEL_DETECTION", "LANDMARK_DETECTION"].map {
            try site.writeJob(
                $0.prefix { $0 != "_" }.lowercased(), features: [$0],
                more: ["pace: {inFlight: 4, requestsPerMinute: 300}"])
        }
        try peer.misbehave(once(#"{"kind": "quota-minute", "retry_after": "2"}"#))
        let running = try jobs.map { try site.start("run", $0) }
        for one in running {
            let ending = await one.end()
            #expect(ending.status == 0, "\(ending)")
        }
        let moments = try site.requests().map { $0["at"].double ?? .nan }.sorted()
        // Ten for the pictures, and one that was refused, at the least.
        #expect(moments.count >= 11)
        let gaps = zip(moments.dropFirst(), moments).map { $0 - $1 }
        #expect(try #require(gaps.max()) > 1.5, "\(gaps)")
        // A request may arrive a little later than it left, and the next one need not.
        let whole = try #require(moments.last) - moments[0]
        #expect(whole > 2 + 0.2 * Double(moments.count - 4), "\(gaps)")
        #expect(try site.units().count == 160)
        try await site.audit()
    }
}
