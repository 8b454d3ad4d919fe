import Platform
import TestSupport
import Testing

@Suite("A correction's life", .inTurn) struct CorrectionLifeTests {
    private let site: VisionSite
    private let peerFolder: Scratch
    private static let features = ["LABEL_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"]

    init() async throws {
        peerFolder = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: peerFolder), marks: 1..<4)
        try await site.cairn("run", try site.writeJob(features: Self.features), exits: 0)
    }

    private func rows(_ sql: String) throws -> [[String]] { try site.scratch.book.rows(sql) }

    private func backends(_ view: String, _ picture: String = "pictures/1.png", job: String = "job") throws -> [String]
    {
        try site.scratch.book.column(
            "SELECT DISTINCT backend FROM \(view) WHERE path = '\(picture)' AND job = '\(job)'")
    }

    @Test func `text, labels and boxes are the person's, through new models, until they are undone`() async throws {
        let machine = try rows("SELECT description, score FROM labels WHERE path = 'pictures/2.png' ORDER BY rank")
        let units = try site.units().count
        try site.scratch.write("sign.txt", "SUMMER SALE\n\n  50 % off\r\n")
        try site.scratch.write(
            "boxes.json", #"{"objects": [{"description": "door", "box": [1, 2, 30.5, 40]}], "labels": ["door"]}"#)
        try await site.cairn("correct", "job", "pictures/1.png", "--text", "sign.txt", "--as", "mia", exits: 0)
        try await site.cairn("correct", "job", "pictures/1.png", "--from", "boxes.json", "--as", "mia", exits: 0)
        let first = try #require(machine.first?.first)
        let ending = try await site.cairn(
            "correct", "job", "pictures/1.png", "--labels", "tower,-door", "--as", "ben", exits: 0)
        #expect(ending.error.hasSuffix("\npictures/1.png shows tower now; --labels=-tower would take away tower\n"))
        let others = try await site.cairn("correct", "job", "pictures/2.png", "--labels", "tower,-\(first)", exits: 0)
        let shown = (["tower"] + machine.dropFirst().map { $0[0] }).joined(separator: ", ")
        #expect(others.error.contains("\npictures/2.png shows \(shown) now; "), "\(others)")
        #expect(try rows("SELECT text FROM plain_texts WHERE path = 'pictures/1.png'") == [["SUMMER SALE\n50 % off"]])
        #expect(
            try rows("SELECT description, x_min, y_min, x_max, y_max, score FROM objects WHERE path = 'pictures/1.png'")
                == [["door", "1.0", "2.0", "30.5", "40.0", "1.0"]])
        #expect(try rows("SELECT description FROM labels WHERE path = 'pictures/1.png'") == [["tower"]])
        let kept = try rows("SELECT description, score FROM labels WHERE path = 'pictures/2.png' ORDER BY rank")
        #expect(kept == [["tower", "1.0"]] + machine.dropFirst())
        #expect(try site.scratch.book.number("SELECT count(*) FROM texts_fts WHERE texts_fts MATCH 'summer'") == 1)

        // Another model is asked: history grows, and the view stays the person's.
        let latest = Self.features.map { "{type: \($0), model: builtin/latest}" }
        try await site.cairn("run", try site.writeJob(features: latest), exits: 0)
        #expect(try site.units().count == units * 2)
        for view in ["labels", "objects", "plain_texts"] { #expect(try backends(view) == ["person"]) }
        #expect(try backends("labels", "pictures/3.png") == ["vision"])

        // A second job that asks the same shows what the machine said.
        try await site.cairn("run", try site.writeJob("second", features: latest), exits: 0)
        #expect(try site.units().count == units * 2)
        for view in ["labels", "plain_texts"] { #expect(try backends(view, job: "second") == ["vision"]) }

        let undone = try await site.cairn("correct", "job", "pictures/1.png", "--undo", exits: 0)
        #expect(undone.error.contains("3 corrections of pictures/1.png undone"), "\(undone)")
        for view in ["labels", "plain_texts"] { #expect(try backends(view) == ["vision"]) }
        let states = try rows(
            "SELECT feature, generation, state, author FROM corrections WHERE image_id = 1 ORDER BY 1, 2")
        #expect(
            states == [
                ["DOCUMENT_TEXT_DETECTION", "1", "undone", "mia"], ["LABEL_DETECTION", "1", "outdated", "mia"],
                ["LABEL_DETECTION", "2", "undone", "ben"], ["OBJECT_LOCALIZATION", "1", "undone", "mia"],
            ])
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `a feature that the job does not ask any more is shown and compared by nobody, until it is asked again`()
        async throws
    {
        try site.scratch.write("sign.txt", "SALE")
        try await site.cairn("correct", "job", "pictures/1.png", "--labels", "tower", exits: 0)
        try await site.cairn("correct", "job", "pictures/1.png", "--text", "sign.txt", exits: 0)
        let units = try site.units().count
        let state = "SELECT state FROM corrections ORDER BY feature DESC"
        let job = try site.writeJob(features: ["OBJECT_LOCALIZATION"])
        try await site.cairn("run", job, exits: 0)
        #expect(try rows("SELECT path FROM labels") == [] && rows("SELECT path FROM plain_texts") == [])
        #expect(try rows(state) == [["outdated"], ["outdated"]])
        let none = try await site.cairn("evaluate", "job", exits: 4)
        #expect(none.error.contains("job job has no corrections to compare with"), "\(none)")
        try await site.cairn("doctor", exits: 0)

        // Asked again, of the text by the other feature.
        try site.writeJob(features: ["LABEL_DETECTION", "TEXT_DETECTION"])
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == units + 3)
        for view in ["labels", "plain_texts"] {
            #expect(try backends(view) == ["person"] && backends(view, "pictures/3.png") == ["vision"], "\(view)")
        }
        #expect(try rows(state) == [["shown"], ["shown"]])
        let both = try await site.cairn("evaluate", "job", exits: 0)
        #expect(both.output.contains("tower") && !both.output.contains("without a machine"), "\(both)")
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `a picture that is overwritten has no correction, and finds it when it returns`() async throws {
        try await site.cairn("correct", "job", "pictures/1.png", "--labels", "tower", exits: 0)
        let job = try site.writeJob(features: Self.features)
        let old = try Files.read(site.scratch.file("pictures/1.png"))
        try site.scratch.write("pictures/1.png", Picture(mark: 9).png)
        try await site.cairn("run", job, exits: 0)
        #expect(try backends("labels") == ["vision"])
        #expect(try rows("SELECT path, state FROM corrections") == [["pictures/1.png", "outdated"]])
        try site.scratch.write("pictures/1.png", old)
        try await site.cairn("run", job, exits: 0)
        #expect(try backends("labels") == ["person"])
        #expect(try rows("SELECT path, state FROM corrections") == [["pictures/1.png", "shown"]])
        try await site.cairn("doctor", exits: 0)
        try await site.audit()
    }

    @Test func `of two people who began with the same, the second is told of the first`() async throws {
        try site.scratch.write("a.json", #"{"labels": ["tower"]}"#)
        try site.scratch.write("b.json", #"{"labels": ["spire"]}"#)
        try site.scratch.write("c.json", #"{"generation": {"labels": 1}, "labels": ["mast"]}"#)
        func correct(_ file: String, as name: String, _ more: String..., exits status: Int32) async throws -> Ending {
            let words = ["correct", "job", "pictures/1.png", "--from", file, "--as", name] + more
            let ending = try await site.scratch.start(
                [Place.cairn.description] + words, environment: site.environment
            ).end()
            #expect(ending.status == status, "\(ending)")
            return ending
        }
        _ = try await correct("a.json", as: "mia", exits: 0)
        let refused = try await correct("b.json", as: "ben", exits: 2)
        #expect(refused.error.contains("labels of pictures/1.png by mia on"), "\(refused)")
        #expect(refused.error.contains("(generation 1)") && refused.error.contains("--force"), "\(refused)")
        try site.scratch.write("twice.json", #"{"labels": ["tower", "tower"]}"#)
        for name in ["a.json", "twice.json"] {
            let same = try await correct(name, as: "ben", exits: 0)
            #expect(same.error.contains("1 unchanged"), "\(same)")
        }
        // Texts of two levels: the text is read at one of them, and the other would be lost.
        try site.scratch.write("levels.json", #"{"texts": [{"text": "OPEN", "level": "line"}, "SALE"]}"#)
        let levels = try await correct("levels.json", as: "ben", exits: 2)
        #expect(levels.error.contains("levels.json: texts have the levels line and paragraph, and"), "\(levels)")
        for text in ["{}", #"{"generation": {"labels": 1}}"#] {
            try site.scratch.write("nothing.json", text)
            let nothing = try await correct("nothing.json", as: "ben", exits: 2)
            #expect(nothing.error.contains("nothing.json corrects nothing"), "\(nothing)")
        }
        _ = try await correct("c.json", as: "ben", exits: 0)
        _ = try await correct("b.json", as: "eva", "--force", exits: 0)
        #expect(try rows("SELECT description FROM labels WHERE path = 'pictures/1.png'") == [["spire"]])
        #expect(try rows("SELECT author, state FROM corrections ORDER BY correction_id").map { $0[1] }.last == "shown")

        // Eight processes at once: each saving is a generation of its own.
        let started = try (0..<8).map { number in
            try site.scratch.start(
                [
                    Place.cairn.description, "correct", "job", "pictures/2.png", "--labels", "l\(number)", "--as",
                    "p\(number)",
                ],
                environment: site.environment)
        }
        for one in started { #expect(await one.end().status == 0) }
        let generations = try rows("SELECT generation FROM corrections WHERE path = 'pictures/2.png' ORDER BY 1")
        #expect(generations == (1...8).map { ["\($0)"] })
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `an editor gets what is shown, and what it changes is saved`() async throws {
        var environment = site.environment
        func edit(_ script: String, exits status: Int32) async throws -> Ending {
            environment["EDITOR"] = script
            let ending = try await site.scratch.start(
                [Place.cairn.description, "correct", "job", "pictures/1.png", "--edit", "--as", "mia"],
                environment: environment
            ).end()
            #expect(ending.status == status, "\(ending)")
            return ending
        }
        environment["TMPDIR"] = site.scratch.file("tmp").description
        try Files.makeFolder(site.scratch.file("tmp"))
        let unchanged = try await edit("cp -t .", exits: 0)
        #expect(unchanged.error.contains("nothing was changed"), "\(unchanged)")
        let changed = try await edit("sed -i '0,/\"description\": \"[^\"]*\"/s//\"description\": \"tower\"/'", exits: 0)
        #expect(changed.error.contains("1 correction saved by mia"), "\(changed)")
        #expect(try rows("SELECT feature FROM corrections") == [["LABEL_DETECTION"]])
        #expect(Files.names(in: site.scratch.file("tmp")) == [])
        let broken = try await edit("sed -i 's/\"labels\"/\"lables\"/'", exits: 2)
        #expect(broken.error.contains("unknown; labels?") && broken.error.contains("for --from"), "\(broken)")
        #expect(Files.names(in: site.scratch.file("tmp")).count == 1)
        let failed = try await edit("false", exits: 2)
        #expect(failed.error.contains("`false` failed; nothing was saved"), "\(failed)")
    }

    @Test func `Label Studio's export corrects the pictures that it names`() async throws {
        let size = try rows("SELECT width, height FROM images WHERE path = 'pictures/1.png'")[0]
        func result(_ type: String, _ value: String, id: String = "r1", width: String? = nil) -> String {
            """
            {"id": "\(id)", "type": "\(type)", "original_width": \(width ?? size[0]), "original_height": \(size[1]), \
            "image_rotation": 0, "value": {\(value)}}
            """
        }
        let box = "\"x\": 0, \"y\": 50, \"width\": 50, \"height\": 25, \"rotation\": 0"
        func export(_ image: String, _ results: [String]) -> String {
            """
            [{"id": 1, "data": {"image": "\(image)"}, "predictions": [{"result": []}], "annotations": [
                {"id": 2, "was_cancelled": true, "updated_at": "2026-11-26T10:00:00Z", "result": []},
                {"id": 1, "was_cancelled": false, "updated_at": "2026-11-26T09:00:00Z",
                 "result": [\(results.joined(separator: ","))]}]}]
            """
        }
        let results = [
            result("rectanglelabels", "\(box), \"rectanglelabels\": [\"door\"]"),
            result("choices", "\"choices\": [\"house\", \"street\"]", id: "c"), result("rectangle", box, id: "t"),
            result("textarea", "\(box), \"text\": [\"OPEN\"]", id: "t"),
        ]
        try site.scratch.write("export.json", export("/data/local-files/?d=all/pictures/1%2Epng", results))
        try await site.cairn("correct", "job", "--from", "export.json", "--as", "mia", exits: 0)
        let (width, height) = (Double(size[0]) ?? 0, Double(size[1]) ?? 0)
        let edges = ["0.0", "\(height / 2)", "\(width / 2)", "\(height * 0.75)"]
        #expect(
            try rows("SELECT description, x_min, y_min, x_max, y_max FROM objects WHERE backend = 'person'") == [
                ["door"] + edges
            ])
        #expect(
            try rows("SELECT text, x_min, y_min, x_max, y_max FROM texts WHERE backend = 'person'") == [
                ["OPEN"] + edges
            ])
        #expect(
            try rows("SELECT description FROM labels WHERE backend = 'person' ORDER BY rank") == [
                ["house"], ["street"],
            ])
        // A submitted annotation without a result: nothing is there of what the project labels.
        let empty = "{\"data\": {\"image\": \"pictures/2.png\"}, \"annotations\": [{\"id\": 3, \"result\": []}]}"
        try site.scratch.write("export.json", export("1.png", Array(results.prefix(2))).dropLast() + ", \(empty)]")
        let nothing = try await site.cairn("correct", "job", "--from", "export.json", "--force", exits: 0)
        #expect(nothing.error.contains("2 corrections saved by"), "\(nothing)")
        #expect(
            try rows("SELECT feature FROM corrections WHERE path = 'pictures/2.png' ORDER BY 1") == [
                ["LABEL_DETECTION"], ["OBJECT_LOCALIZATION"],
            ])
        #expect(
            try backends("labels", "pictures/2.png") == [] && backends("plain_texts", "pictures/2.png") == ["vision"])
        let refusals = [
            (
                export(
                    "pictures/1.png",
                    [result("choices", "\"choices\": [\"a\"]"), results[0]].map {
                        $0.replacing("\(size[0]),", with: "7,")
                    }), "exported of a picture of 7 x"
            ),
            (export("9.png", results), "job job has no picture 9.png"),
            (export("1.png", [result("brushlabels", "\"rle\": []")]), "results of the type brushlabels are not read"),
        ]
        for (text, words) in refusals {
            try site.scratch.write("export.json", text)
            let ending = try await site.cairn("correct", "job", "--from", "export.json", exits: 2)
            #expect(ending.error.contains(words), "\(ending)")
        }
    }
}
