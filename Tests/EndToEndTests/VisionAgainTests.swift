import Platform
import TestSupport
import Testing

@Suite("What the Vision API has answered once", .inTurn) struct VisionAgainTests {
    let site: VisionSite
    private let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<7)
    }

    @Test func `is not asked again for the same content, whatever it is called`() async throws {
        try site.writePictures(1..<4, in: "pictures/copies")
        try await site.cairn("run", try site.writeJob(), exits: 0)
        #expect(try site.units().count == 6)
        #expect(try site.scratch.book.number("SELECT count(*) FROM images") == 6)
        #expect(try site.scratch.book.number("SELECT count(*) FROM image_paths") == 9)

        try Files.rename(site.scratch.file("pictures"), to: site.scratch.file("moved"))
        try site.writePictures(6..<8, in: "moved/new")
        try await site.cairn("run", try site.writeJob("other", images: ["folder: moved"]), exits: 0)
        #expect(try site.units().count == 7)
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels WHERE rank = 0 AND job = 'other'") == 7)
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels WHERE rank = 0 AND job = 'job'") == 6)
        try await site.audit()
    }

    @Test func `is not asked again by a second run, which sends nothing at all`() async throws {
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        let counts = try site.peer.counts()
        let results = try site.scratch.book.rows("SELECT * FROM answer")
        for command in ["run", "submit", "run"] { try await site.cairn(command, job, exits: 0) }
        try await site.cairn("work", exits: 0)
        let after = try site.peer.counts()
        #expect(after["requests"] == counts["requests"] && after["connections"] != .null)
        #expect(try site.scratch.book.rows("SELECT * FROM answer") == results)
        try await site.audit()
    }

    @Test func `is not asked again beside another feature`() async throws {
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try site.writePictures(7..<8)
        // The faces want a larger picture: that is not another question about labels.
        try await site.cairn("run", try site.writeJob(features: ["LABEL_DETECTION", "FACE_DETECTION"]), exits: 0)
        let asked = try site.requests().dropFirst().flatMap { $0["images"].items }.map { image in
            "\(image["mark"].int ?? -1) \(image["features"].members.keys.sorted())"
        }
        let both = (1..<7).map { "\($0) [\"FACE_DETECTION\"]" } + ["7 [\"FACE_DETECTION\", \"LABEL_DETECTION\"]"]
        #expect(asked.sorted() == both)
        #expect(try site.books() == "14 settled, 0 uncertain")
        #expect(try site.units().count == 14)

        // Another model is another question.
        let latest = "{type: LABEL_DETECTION, model: builtin/latest, maxResults: 2}"
        try await site.cairn("run", try site.writeJob(features: [latest, "FACE_DETECTION"]), exits: 0)
        #expect(try site.units().count == 21)
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels") == 14)
        try await site.audit()
    }
}
