import Platform
import TestSupport
import Testing

@Suite("An evaluation beside a file of the truth", .inTurn) struct EvaluationTests {
    private let site: VisionSite
    private let peerFolder: Scratch

    init() async throws {
        peerFolder = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: peerFolder), marks: 1..<4)
    }

    /// Writes a file in COCO's format, each of whose pictures has the one class `tower`.
    private func writeTruth(_ names: String...) throws {
        let images = names.enumerated().map { #"{"id": \#($0), "file_name": "\#($1)"}"# }
        let annotations = names.indices.map { #"{"id": \#($0), "image_id": \#($0), "category_id": 1}"# }
        try site.scratch.write(
            "truth.json",
            """
            {"images": [\(images.joined(separator: ", "))], "annotations": [\(annotations.joined(separator: ", "))],
            "categories": [{"id": 1, "name": "tower"}]}
            """)
    }

    private func evaluate(_ more: String..., exits status: Int32) async throws -> Ending {
        let words = ["evaluate", "job", "--truth", "truth.json"] + more
        let ending = try await site.scratch.start(
            [Place.cairn.description] + words, environment: site.environment
        ).end()
        #expect(ending.status == status, "\(ending)")
        return ending
    }

    @Test func `that is of nothing that the job asks ends with 4`() async throws {
        try await site.cairn("run", try site.writeJob(features: ["TEXT_DETECTION"]), exits: 0)
        try writeTruth("1.png")
        let ending = try await evaluate(exits: 4)
        #expect(
            ending.error.contains("truth.json tells labels and objects, and job job asks for TEXT_DETECTION"),
            "\(ending)")
    }

    @Test func `that has a picture twice is refused with both names`() async throws {
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try writeTruth("pictures/1.png", "1.png")
        let ending = try await evaluate(exits: 2)
        #expect(ending.error.contains("pictures/1.png and 1.png are both pictures/1.png"), "\(ending)")
    }

    @Test func `says of which names of map nothing was found`() async throws {
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try writeTruth("1.png")
        let label = try #require(
            try site.scratch.book.column(
                "SELECT description FROM labels WHERE path = 'pictures/1.png' ORDER BY rank LIMIT 1"
            ).first)
        let ending = try await evaluate("--map", "\(label)=tower", "--map", "twoer=tower", exits: 0)
        #expect(ending.error.contains("--map twoer=tower: job job found nothing that it calls twoer"), "\(ending)")
        #expect(!ending.error.contains("--map \(label)"), "\(ending)")
    }

    @Test func `that names another folder is of another picture`() async throws {
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try writeTruth("other/1.png", "pictures%2F2.png", "/data/pictures/3.png")
        let ending = try await evaluate(exits: 0)
        let words = "2 pictures of truth.json left out, as job job does not have them: other/1.png, pictures%2F2.png"
        #expect(ending.error.contains(words), "\(ending)")
    }
}
