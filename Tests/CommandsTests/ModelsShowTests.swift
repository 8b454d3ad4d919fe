import Commands
import Platform
import SQLiteStore
import TestSupport
import Testing

/// What `cairn models show` says of models, word for word; `make goldens` writes it again.
@Suite("The description of a model") struct ModelsShowTests {
    /// A name for each kept answer, and the model.
    static let models = [
        ("classifier", "Tests/Fixtures/Models/float32.tflite"),
        ("labelled", "Tests/Fixtures/Models/float32-metadata.tflite"),
        ("quantized", "Tests/Fixtures/Models/uint8.tflite"),
        ("detector", "Tests/Fixtures/Models/detector-metadata.tflite"),
        ("unsupported", "Tests/Fixtures/Models/unresolved-operation.tflite"),
        ("named", "Tests/Fixtures/Models/Variants/named.tflite"),
        ("undeclared", "Tests/Fixtures/Models/Variants/undeclared.tflite"),
        ("variable", "Tests/Fixtures/Models/Variants/variable.tflite"),
        ("class-map", "Tests/Fixtures/Models/Outputs/segmentation-int64.tflite"),
        ("export", "Jobs/automl/colours"),
        ("export-of-a-detector", "Jobs/automl/squares/manifest.json"),
    ]

    @Test(arguments: models)
    func `is as it was found good`(name: String, model: String) throws {
        let shown = show(packageRoot.appending(model).description)
        #expect(shown.status == 0 && shown.error.isEmpty, "\(shown)")
        try expectGolden(shown.output, "models/\(name).txt")
        let json = show(packageRoot.appending(model).description, "--json")
        #expect(json.status == 0, "\(json)")
        try expectGolden(json.output, "models/\(name).json")
    }

    @Test(arguments: [
        ("Outputs/segmentation-int64", "one label a line, as many as there are classes"),
        ("Outputs/segmentation-int32", "one label a line, as many as there are classes"),
        ("Outputs/segmentation-single", "one label a line, 1 or 2 lines"),
        ("Outputs/segmentation-planar", "one label a line, 3 lines"),
        ("Outputs/segmentation-float32", "one label a line, 3 lines"), ("float32", "one label a line, 5 lines"),
    ])
    func `counts labels by what the output means`(model: String, words: String) {
        let shown = show(Fixtures.models.appending("\(model).tflite").description)
        #expect(shown.output.contains("labels.txt  # yours: \(words)\n"), "\(shown)")
    }

    @Test func `of a detector shows the dimensions that its last operation makes`() {
        let shown = show(Fixtures.models.appending("Variants/undeclared.tflite").description)
        for dimensions in ["[1, 6, 4] \"boxes\"", "[1, 6] \"classes\"", "[1, 6] \"scores\"", "[1] \"count\""] {
            #expect(shown.output.contains("float32 \(dimensions)\n"), "\(shown)")
        }
    }

    @Test func `of a model that LiteRT cannot load says why in the place of a block`() {
        let shown = show(Fixtures.models.appending("Variants/variable.tflite").description)
        #expect(shown.output.contains("not usable  ") && !shown.output.contains("backend:"), "\(shown)")
        #expect(shown.output.contains("keeps a state in variable tensors"), "\(shown)")
    }

    @Test func `of what is not a model is an error that names it`() throws {
        let folder = try Scratch()
        try folder.write("notes.txt", "not a model at all, and long enough")
        try folder.write("short.tflite", "TFL3")
        try folder.write("empty.tflite", "")
        try folder.write("cut.tflite", Array(try Fixtures.bytes("detector.tflite").prefix(3000)))
        try folder.write("a.zip", ZipText.archive([ZipText.File("a.txt", [])]))
        try folder.write("folder/a.txt", "")
        try folder.write("list.json", "[]")
        for name in [
            "none", "notes.txt", "short.tflite", "empty.tflite", "cut.tflite", "a.zip", "folder", "list.json",
        ] {
            let shown = show(folder.file(name).description)
            #expect(shown.status == 2 && shown.output.isEmpty, "\(name): \(shown)")
            #expect(shown.error.hasPrefix("cairn: ") && shown.error.contains("/\(name)"), "\(name): \(shown)")
            #expect(shown.error.split(separator: "\n").count == 1, "\(name): \(shown)")
        }
    }

    @Test func `needs a model`() {
        let none = Recorder()
        let program = Commands.program(on: SQLiteStores())
        #expect(program.main(["models", "show"], environment: [:], console: none.console) == 2)
        #expect(none.error.contains("MODEL"), "\(none.error)")
    }

    private func show(_ words: String...) -> (status: Int32, output: String, error: String) {
        let recorder = Recorder()
        let status = Commands.program(on: SQLiteStores()).main(
            ["models", "show"] + words, environment: [:], console: recorder.console)
        let root = packageRoot.description
        let texts = [recorder.output, recorder.error].map { $0.replacing(root, with: "/checkout") }
        return (status, texts[0], texts[1])
    }
}
