import Pictures
import Platform
import TestSupport
import Testing

@Suite("A COCO file", .inTurn) struct CocoExportTests {
    private let scratch: Scratch
    private let names = ["a", "b \"q\";|", "c\u{202E}ltr", "d"]

    init() async throws {
        scratch = try Scratch()
        // One mark in one cell of the detector's grid of 4 x 4.
        var picture = Picture(width: 320, height: 240, color: [24, 24, 24])
        picture.fill(x: 170..<230, y: 15..<52, [240, 60, 40])
        for (index, name) in names.enumerated() {
            var own = picture
            own.fill(x: 0..<1 + index, y: 239..<240, [0, 0, 0])
            try scratch.write("pictures/\(name).png", own.png)
        }
        try scratch.write("pictures/a.jpg", "no picture\n")
        _ = try scratch.writeJob(
            model: Fixtures.models.appending("detector.tflite"), labels: ["red square", "green square"])
        try await scratch.cairn("run", "job.yaml", exits: 1)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let job = try scratch.book.column("SELECT job FROM jobs")[0]
        let ending = try await scratch.start([Place.cairn.description, "export", job, "--to", "coco"] + words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    private func json(_ name: String) throws -> JSONText { try JSONText(try Files.read(scratch.file(name))) }

    @Test func `has the objects of the view, twice the same, and is replaced as a whole`() async throws {
        let first = try await export("--out", "all.json")
        #expect(first.error.contains("1 failed without such an answer"), "\(first)")
        let rows = try scratch.book.rows("SELECT count(*), count(DISTINCT image_id) FROM objects")
        let text = try Files.text(scratch.file("all.json"))
        #expect(text.split(separator: "\"bbox\"").count - 1 == Int(rows[0][0]))
        #expect(text.split(separator: "\"file_name\"").count - 1 == names.count)
        let sum = try scratch.book.rows(
            "SELECT round(sum(round(x_min, 2)), 1), round(sum(score), 3) FROM objects")
        let summed = try await scratch.run(
            "sqlite3", ":memory:",
            """
            SELECT round(sum(value ->> '$.bbox[0]'), 1), round(sum(value ->> '$.score'), 3)
            FROM json_each(CAST(readfile('all.json') AS TEXT), '$.annotations')
            """)
        #expect(summed.output == sum[0].joined(separator: "|") + "\n", "\(summed)")
        let before = try FileStatus(of: scratch.file("all.json"))
        let again = try await export("--out", "all.json")
        #expect(again.error.contains("0 written, 1 as before"), "\(again)")
        #expect(try FileStatus(of: scratch.file("all.json")) == before)
        #expect(Files.names(in: scratch.path).filter { $0.hasSuffix(".new") }.isEmpty)
    }

    @Test func `keeps the numbers of its classes, and shows corrections in place of what they correct`() async throws {
        _ = try await export("--out", "all.json")
        let job = try scratch.book.column("SELECT job FROM jobs")[0]
        let old = try Files.text(scratch.file("all.json"))
        #expect(old.contains("{\"id\":1,\"name\":\"red square\""), "\(old.prefix(600))")
        try scratch.write(
            "truth.json",
            #"{"objects": [{"description": "barn", "polygon": [[10.125,20],[40.125,20],[40.125,60],[10.125,60]]}]}"#)
        try await scratch.cairn("correct", job, "pictures/a.png", "--from", "truth.json", exits: 0)
        let again = try await export("--out", "all.json")
        #expect(again.error.contains("1 written"), "\(again)")
        let new = try Files.text(scratch.file("all.json"))
        #expect(new.contains("{\"id\":1,\"name\":\"red square\""), "\(new.prefix(600))")
        #expect(new.contains("\"name\":\"barn\"") && new.contains("\"bbox\":[10.13,20,30,40],\"area\":1200"), "\(new)")
    }

    @Test func `leaves alone what is not its own`() async throws {
        try scratch.write("mine.json", "mine")
        #expect(try await export("--out", "mine.json", exits: 2).error.contains("is not of an earlier export"))
        #expect(try Files.text(scratch.file("mine.json")) == "mine")
        #expect(try await export("--out", "pictures/x.json", exits: 2).error.contains("looks for pictures"))
        #expect(try await export("--out", "pictures", exits: 2).error.contains("not a plain file"))
        #expect(try await export("--out", "none/x.json", exits: 7).error.contains("cannot write"))
        _ = try await export("--out", "plan.json", "--dry-run")
        #expect(!Files.names(in: scratch.path).contains("plan.json"))
        let some = try await export("--out", "some.json", "--min-score", "2")
        #expect(some.error.contains("1 written"), "\(some)")
        #expect(try Files.text(scratch.file("some.json")).contains("\"annotations\":[]"))
    }
}
