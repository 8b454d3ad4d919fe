import Platform
import TestSupport
import Testing
import Text
import Zlib

@Suite("Answers of the Cloud Vision API as files", .inTurn) struct VisionExportTests {
    private let site: VisionSite

    init() async throws {
        let scratch = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<3)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let ending = try await site.scratch.start([Place.cairn.description, "export", "job"] + words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    private func check(_ names: [String]) async throws -> Ending {
        // Every field has to be one that Google's own type knows.
        let script = """
            import sys
            from google.cloud.vision_v1.types import AnnotateImageResponse
            from google.protobuf import json_format
            for name in sys.argv[1:]:
                message = AnnotateImageResponse.pb(AnnotateImageResponse())
                json_format.Parse(open(name, encoding="utf-8").read(), message, ignore_unknown_fields=False)
                print(*sorted(field.name for field, _ in message.ListFields()))
            """
        try site.scratch.write("check.py", script)
        let words = [Place.python.description, "check.py"] + names
        let ending = try await site.scratch.start(words).end()
        #expect(ending.status == 0, "\(ending)")
        return ending
    }

    @Test func `are what was kept, also where people have corrected it, and each feature is of its newest response`()
        async throws
    {
        let job = try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"])
        try await site.cairn("run", job, exits: 0)
        _ = try await export("--to", "vision-json", "--out", "answers")
        let kept = try site.scratch.book.column("SELECT lower(hex(body)) FROM response").map { digits in
            let body = bytes(ofHexadecimal: digits) ?? []
            return String(decoding: try inflate(body.span, limit: 1 << 20), as: UTF8.self)
        }
        let files = (1..<3).map { "answers/pictures/\($0).png.json" }
        #expect(try Set(files.map { try Files.text(site.scratch.file($0)) }) == Set(kept.map { $0 + "\n" }))
        let first = "label_annotations landmark_annotations\n"
        #expect(try await check(files).output == first + first)
        try await site.cairn("correct", "job", "pictures/1.png", "--labels", "barn", exits: 0)
        #expect(try await export("--to", "vision-json", "--out", "answers").error.contains("0 written, 2 as before"))

        // Asked later, and so in another response.
        try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION", "OBJECT_LOCALIZATION"])
        try await site.cairn("run", job, exits: 0)
        #expect(try await export("--to", "vision-json", "--out", "answers").error.contains("2 written"))
        let fields = "label_annotations landmark_annotations localized_object_annotations\n"
        #expect(try await check(files).output == fields + fields)
        _ = try await export("--to", "vision-json", "--out", "labels", "--feature", "LABEL_DETECTION")
        #expect(try await check(["labels/pictures/1.png.json"]).output == "label_annotations\n")
    }

    @Test func `are lines of one file with the picture of each, and are not taken for those of a store made anew`()
        async throws
    {
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        _ = try await export("--to", "vision-json", "--one-file", "--out", "all.ndjson")
        let lines = try JSONText.lines(of: site.scratch.file("all.ndjson"))
        #expect(lines.map { $0["path"].string } == ["pictures/1.png", "pictures/2.png"])
        let kept = try site.scratch.book.rows("SELECT sent_width, sent_height FROM response")
        for (line, row) in zip(lines, kept) {
            #expect(line["sent_width"].int == Int(row[0]) && line["sent_height"].int == Int(row[1]), "\(line)")
            #expect(!line["response"]["labelAnnotations"].items.isEmpty && line["answered_at"].string != nil)
        }
        #expect(
            try await export("--to", "vision-json", "--one-file", "--out", "all.ndjson").error.contains("1 as before"))
        _ = try await export("--to", "vision-json", "--out", "answers")
        // Answers of a new store have the numbers of the old one's.
        for name in Files.names(in: site.scratch.path) where name.hasPrefix("cairn.db") {
            try Files.remove(site.scratch.file(name))
        }
        try await site.cairn("run", job, exits: 0)
        let other = try await export("--to", "vision-json", "--out", "answers", "--dry-run")
        #expect(other.error.contains("2 to write"), "\(other)")
    }

    @Test func `show what was read again from kept responses`() async throws {
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        _ = try await export("--to", "xmp", "--out", "sidecars")
        try await site.cairn("results", "reparse", exits: 0)
        #expect(try await export("--to", "xmp", "--out", "sidecars", "--dry-run").error.contains("2 as before"))
        // As a version of the program that read them in another way would have left them.
        try await site.scratch.run("sqlite3", "cairn.db", "UPDATE annotation SET score = 0.75 WHERE place = 0")
        try await site.cairn("results", "reparse", exits: 0)
        let again = try await export("--to", "xmp", "--out", "sidecars", "--dry-run")
        #expect(again.error.contains("2 to write"), "\(again)")
    }

    @Test func `refuse what cannot be`() async throws {
        try await site.cairn("run", try site.writeJob(), exits: 0)
        for option in [["--frame", "file"], ["--min-score", "0.5"], ["--picture", "none"]] {
            let ending = try await export("--to", "vision-json", "--out", "x", option[0], option[1], exits: 2)
            #expect(ending.error.contains("\(option[0]): vision-json"), "\(ending)")
        }
        _ = try site.scratch.copy(Place.demo.appending("scenes.tflite"), to: "scenes.tflite")
        try site.scratch.write(
            "here.yaml", "job: here\nimages: [{folder: pictures}]\nbackend: {kind: tflite, model: scenes.tflite}\n")
        try await site.cairn("run", "here.yaml", exits: 0)
        let here = try await site.scratch.start(
            [Place.cairn.description, "export", "here", "--to", "vision-json", "--out", "y"]
        ).end()
        #expect(here.status == 2 && here.error.contains("take coco or hocr"), "\(here)")
        #expect(Files.names(in: site.scratch.file("y")).isEmpty)
    }
}
