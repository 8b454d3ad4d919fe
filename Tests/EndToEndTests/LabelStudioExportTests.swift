import Platform
import TestSupport
import Testing

@Suite("Tasks for Label Studio", .inTurn) struct LabelStudioExportTests {
    private let site: VisionSite

    init() async throws {
        let scratch = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        let job = try site.writeJob(
            features: ["LABEL_DETECTION", "LANDMARK_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"])
        try await site.cairn("run", job, exits: 0)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let words = [Place.cairn.description, "export", "job", "--to", "label-studio"] + words
        let ending = try await site.scratch.start(words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    private func tasks(_ name: String) throws -> [JSONText] {
        try JSONText(try Files.read(site.scratch.file(name))).items
    }

    /// The results of all predictions or annotations of a kind.
    private func results(_ kind: String, _ tasks: [JSONText], in member: String = "predictions") -> [JSONText] {
        tasks.flatMap { $0[member].items }.flatMap { $0["result"].items }.filter { $0["type"].string == kind }
    }

    @Test func `have what the views have, and a configuration with every label`() async throws {
        let first = try await export("--out", "tasks.json")
        #expect(first.error.contains("label-studio file tasks.json: 1 written"), "\(first)")
        let tasks = try tasks("tasks.json")
        let paths = try site.scratch.book.column("SELECT path FROM job_images ORDER BY path")
        #expect(tasks.map { $0["data"]["path"].string } == paths)
        let boxes = try site.scratch.book.rows(
            """
            SELECT 'a' || annotation_id, description, round(x_min * 100 / i.width, 3), round(y_max * 100 / i.height, 3)
            FROM (SELECT annotation_id, image_id, description, x_min, x_max, y_max FROM objects UNION
                SELECT annotation_id, image_id, description, x_min, x_max, y_max FROM landmarks) AS a
            JOIN images AS i ON i.image_id = a.image_id WHERE x_max > x_min ORDER BY annotation_id
            """)
        let found = results("rectanglelabels", tasks).sorted { ($0["id"].string ?? "") < ($1["id"].string ?? "") }
        #expect(found.count == boxes.count)
        for (one, row) in zip(found, boxes.sorted { $0[0] < $1[0] }) {
            let value = one["value"]
            #expect(one["id"].string == row[0] && value["rectanglelabels"][0].string == row[1])
            #expect(abs((value["x"].double ?? -1) - (Double(row[2]) ?? -2)) < 0.001, "\(one) \(row)")
            let bottom = (value["y"].double ?? -1) + (value["height"].double ?? -1)
            #expect(abs(bottom - (Double(row[3]) ?? -2)) < 0.001, "\(one) \(row)")
        }
        let lines = results("textarea", tasks)
        #expect(!lines.isEmpty && lines.count == results("rectangle", tasks).count)
        let labels = Set(results("choices", tasks).flatMap { $0["value"]["choices"].items.compactMap(\.string) })
        #expect(try labels == Set(site.scratch.book.column("SELECT description FROM labels")))
        try await site.scratch.run("xmllint", "--noout", "--nonet", "tasks.config.xml")
        let listed = try Files.text(site.scratch.file("tasks.config.xml")).split(separator: " value=\"").dropFirst(2)
            .map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(listed) == labels.union(boxes.map { $0[1] }), "\(listed)")
    }

    @Test func `are replaced together, and a correction is an annotation that comes back`() async throws {
        _ = try await export("--out", "tasks.json")
        let before = try FileStatus(of: site.scratch.file("tasks.json"))
        #expect(try await export("--out", "tasks.json").error.contains("0 written, 1 as before"))
        #expect(try await export("--out", "tasks.json", "--dry-run").error.contains("0 to write, 1 as before"))
        try Files.remove(site.scratch.file("tasks.config.xml"))
        #expect(try await export("--out", "tasks.json").error.contains("1 written"))
        #expect(Files.names(in: site.scratch.path).contains("tasks.config.xml"))
        #expect(try FileStatus(of: site.scratch.file("tasks.json")) == before)
        try site.scratch.write(
            "truth.json",
            #"{"objects": [{"description": "barn", "polygon": [[10,8],[40,8],[40,32],[10,32]]}], "labels": ["farm"]}"#)
        try await site.cairn("correct", "job", "pictures/2.png", "--from", "truth.json", exits: 0)
        #expect(try await export("--out", "tasks.json").error.contains("1 written"))
        let own = results("rectanglelabels", try tasks("tasks.json"), in: "annotations")
        #expect(own.count == 1 && own[0]["value"]["rectanglelabels"][0].string == "barn", "\(own)")
        let sides = """
            SELECT round(x_min, 2), round(y_min, 2), round(x_max, 2), round(y_max, 2), description
            FROM objects WHERE backend = 'person'
            """
        let shown = try site.scratch.book.rows(sides)
        try await site.cairn("correct", "job", "pictures/2.png", "--undo", exits: 0)
        try await site.cairn("correct", "job", "--from", "tasks.json", exits: 0)
        #expect(try site.scratch.book.rows(sides) == shown && shown.count == 1, "\(shown)")
    }

    @Test func `leave alone what is not theirs, and begin addresses as asked`() async throws {
        try site.scratch.write("mine.config.xml", "<View/>")
        #expect(try await export("--out", "mine.json", exits: 2).error.contains("mine.config.xml is there"))
        #expect(try Files.text(site.scratch.file("mine.config.xml")) == "<View/>")
        #expect(!Files.names(in: site.scratch.path).contains("mine.json"))
        _ = try await export("--out", "web.json", "--image-root", "https://pictures.example/", "--min-score", "2")
        let tasks = try tasks("web.json")
        #expect(tasks[0]["data"]["image"].string == "https://pictures.example/pictures/1.png")
        #expect(results("rectanglelabels", tasks).isEmpty && tasks.count == 3)
        #expect(try await export("--out", "x.json", "--one-file", exits: 2).error.contains("one file in any case"))
        #expect(try await export("--out", "x.json", "--picture", "none", exits: 2).error.contains("--picture"))
    }
}
