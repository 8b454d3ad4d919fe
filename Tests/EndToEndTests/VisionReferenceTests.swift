import Platform
import TestSupport
import Testing

@Suite("Pictures that the Vision API is told the place of", .inTurn) struct VisionReferenceTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A peer that finds pictures in Cloud Storage and on the web.
    private func peer() async throws -> Peer {
        for mark in 1..<6 { try scratch.write("files/\(mark).png", Picture(mark: mark).png) }
        let objects = (1..<6).map { mark in
            let file = scratch.file("files/\(mark).png")
            let code = [3: #", "code": 7"#, 4: #", "code": 14"#][mark] ?? ""
            return "\"gs://photos/a b/\(mark).png\": {\"file\": \"\(file)\"\(code)}"
        }
        try scratch.write("objects.json", "{\(objects.joined(separator: ", "))}")
        return try await VisionSite.peer(
            ["--objects", scratch.file("objects.json").description, "--files", scratch.file("files").description],
            in: scratch)
    }

    @Test func `in Cloud Storage are asked about by name, and sent where the service wants them`() async throws {
        let peer = try await peer()
        let site = try VisionSite(
            peer, environment: ["VISION_KEY": VisionSite.key, "STORAGE_EMULATOR_HOST": peer.authority])
        let job = try site.writeJob(
            images: (1..<6).map { "gs: gs://photos/a b/\($0).png" } + ["gs: gs://photos/none.png"],
            features: ["LANDMARK_DETECTION"])
        let ending = try await site.cairn("run", job, exits: 1)
        #expect(try site.tasks() == "done 5, failed 1", "\(ending)")
        #expect(
            try site.scratch.book.rows("SELECT path, kind, code FROM failures")
                == [["gs://photos/none.png", "refused", "NOT_FOUND"]])
        // Three could be fetched by the service, two were fetched here; none of them was seen twice.
        let sent = try site.requests().flatMap { $0["images"].items }
        #expect(sent.filter { $0["uri"] != .null }.count == 6)
        #expect(sent.filter { $0["uri"] == .null }.compactMap { $0["mark"].int }.sorted() == [3, 4])
        #expect(try site.requests("object").count == 2)
        #expect(try site.units().count == 5)
        #expect(try site.books() == "5 settled, 3 uncertain")
        // What the service measured in the picture that it fetched itself it says in pixels of the original.
        let boxes = try site.scratch.book.rows(
            "SELECT x_min, y_min, x_max, y_max FROM landmarks WHERE rank = 0 ORDER BY path")
        let wanted = (1..<6).map { ["\(40 + $0).0", "\(30 + $0).0", "\(80 + $0).0", "\(60 + $0).0"] }
        #expect(Set(boxes) == Set(wanted), "\(boxes)")
        // What failed before is mentioned, and not counted again.
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 5)
        try await site.audit()
    }

    @Test func `pictures that the Vision API is told the place of on the web are fetched here, once, without the key`()
        async throws
    {
        let peer = try await peer()
        let site = try VisionSite(peer)
        let job = try site.writeJob(
            images: (1..<4).map { "url: \(peer.url)/files/\($0).png" } + ["url: \(peer.url)/files/none.png"])
        try await site.cairn("run", job, exits: 1)
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels WHERE rank = 0") == 3)
        #expect(try site.requests("file").allSatisfy { $0["thought"] == .text("plain") })
        #expect(try site.units().count == 3)
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 3)
        try await site.audit()
    }
}
