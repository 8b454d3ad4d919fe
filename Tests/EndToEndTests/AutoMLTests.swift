import Platform
import TestSupport
import Testing

@Suite("Jobs with AutoML exports", .inTurn) struct AutoMLTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the sample labels each picture by what it shows`() async throws {
        let job = packageRoot.appending("Jobs/automl-labels.yaml").description
        let check = try await scratch.cairn("check", "--here", job, exits: 0)
        #expect(check.error == "\(job): job automl-labels is valid\n", "\(check)")
        try await scratch.cairn("run", job, exits: 0)
        let rows = try scratch.book.rows("SELECT path, description, score, backend FROM labels WHERE rank = 0")
        #expect(rows.count >= 5, "\(rows)")
        for color in ["red", "green", "blue", "light", "dark"] {
            let found = try scratch.book.rows(
                "SELECT description, backend FROM labels WHERE path LIKE '%/\(color).png'")
            #expect(found == [[color, "automl"]], "\(color): \(found)")
        }
    }

    @Test func `the sample locates both squares where they are`() async throws {
        let job = packageRoot.appending("Jobs/automl-objects.yaml").description
        try await scratch.cairn("run", job, exits: 0)
        let rows = try scratch.book.rows(
            """
            SELECT description, x_min < 44 AND x_max > 36 AND y_min < 14 AND y_max > 6 FROM objects
            WHERE path LIKE '%/two-squares.png' AND rank = 0
            """)
        #expect(rows.count == 1, "\(rows)")
        let names = try scratch.book.rows(
            "SELECT DISTINCT description FROM objects WHERE path LIKE '%/two-squares.png' ORDER BY 1")
        #expect(names == [["green square"], ["red square"]], "\(names)")
    }

    @Test func `the folder and the ZIP of it share their answers`() async throws {
        let export = packageRoot.appending("Jobs/automl/colours")
        let files = try ["manifest.json", "dict.txt", "model.tflite"].map {
            ZipText.File($0, try Files.read(export.appending($0)))
        }
        try scratch.write("colours.zip", ZipText.archive(files))
        try scratch.writePictures(2, seed: 3)
        for (name, model) in [("one", "\(export)"), ("two", "colours.zip"), ("three", "\(export)/manifest.json")] {
            try scratch.write(
                "\(name).yaml",
                "job: \(name)\nimages: [{folder: pictures}]\nbackend: {kind: automl, model: \"\(model)\"}\n")
            try await scratch.cairn("run", "\(name).yaml", exits: 0)
        }
        #expect(try scratch.book.number("SELECT count(*) FROM answers") == 2)
        #expect(try scratch.book.number("SELECT count(DISTINCT recipe_id) FROM labels") == 1)
        #expect(try scratch.book.number("SELECT count(DISTINCT job) FROM labels") == 3)
    }

    @Test func `a manifest that contradicts its model is said once, by check, submit and run`() async throws {
        let model = try Fixtures.bytes("detector-metadata.tflite")
        try scratch.write("export/model.tflite", model)
        try scratch.write("export/manifest.json", #"{"modelFile":"model.tflite","modelType":"IMAGE_LABELING",}"#)
        try scratch.writePictures(1, seed: 4)
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pictures}]\nbackend: {kind: automl, manifest: export}\n")
        let notice =
            "\(scratch.file("export/manifest.json")) says IMAGE_LABELING, and the model model.tflite locates objects: "
            + "the model decides, and OBJECT_LOCALIZATION is answered"
        let check = try await scratch.cairn("check", "job.yaml", exits: 0)
        #expect(check.error.contains("job.yaml:3:35: warning: backend.manifest: \(notice)\n"), "\(check)")
        for command in ["submit", "run", "work"] {
            let ending =
                command == "work"
                ? try await scratch.cairn("work", exits: 0) : try await scratch.cairn(command, "job.yaml", exits: 0)
            let count = ending.error.split(separator: "\n").count { $0 == notice }
            #expect(count == (command == "work" ? 0 : 1), "\(command): \(ending)")
        }
        let features = try scratch.book.rows("SELECT feature FROM recipes")
        #expect(features == [["OBJECT_LOCALIZATION"]], "\(features)")
    }

    @Test func `check opens what the manifest names`() async throws {
        try scratch.writePictures(1, seed: 5)
        try scratch.write("dict.txt", "a\nb\n")
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pictures}]\nbackend: {kind: automl, model: dict.txt}\n")
        let wrong = try await scratch.cairn("check", "job.yaml", exits: 2)
        #expect(
            wrong.error.hasPrefix(
                "job.yaml:3:32: backend.model: \(scratch.file("dict.txt")) is not the manifest of an AutoML export"),
            "\(wrong)")
        try scratch.write("job.yaml", "job: j\nimages: [{folder: pictures}]\nbackend: {kind: automl, model: none}\n")
        let absent = try await scratch.cairn("check", "job.yaml", exits: 0)
        #expect(absent.error.contains("warning: backend.model: cannot look at \(scratch.file("none")): "), "\(absent)")
        try await scratch.cairn("check", "--here", "job.yaml", exits: 4)
        try await scratch.cairn("run", "job.yaml", exits: 4)
    }
}
