import Domain
import Platform
import TestSupport
import Testing

@testable import Backends

@Suite("The reader of AutoML exports") struct AutoMLExportTests {
    let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test func `the folder, its manifest and the ZIP of it are one recipe`() throws {
        try write(labels: fiveLabels)
        try folder.write("flowers.zip", ZipText.archive(try files()))
        let plans = try ["flowers", "flowers/manifest.json", "flowers.zip"].map { try plan($0) }
        let recipe = try #require(plans[0].recipes.first)
        #expect(recipe.backend == "automl" && recipe.feature == .labelDetection)
        #expect(recipe.model == "flowers@\(try #require(recipe.modelVersion))")
        for plan in plans {
            #expect(plan.recipes == plans[0].recipes)
            #expect(plan.notices.isEmpty)
        }
        #expect(plans[2].model == folder.file("flowers.zip/model.tflite"))
    }

    @Test func `what is named otherwise is the same recipe, and other labels are another`() throws {
        try write(labels: fiveLabels)
        let first = try plan("flowers").recipes[0]
        try write("other", labels: fiveLabels)
        #expect(try plan("other").recipes[0].digest == first.digest)
        try write("other", labels: ["a", "b", "c", "d", "e"])
        #expect(try plan("other").recipes[0].digest != first.digest)
        #expect(try plan("flowers", threshold: 0.5).recipes[0].digest != first.digest)
        #expect(try plan("flowers", maxResults: 3).recipes[0].digest != first.digest)
    }

    @Test func `labels inside the model serve an export without a labels file`() throws {
        try write(model: "float32-metadata", manifest: #"{"modelFile": "model.tflite"}"#)
        #expect(try plan("flowers").recipes[0].feature == .labelDetection)
        try write(model: "float32", manifest: #"{"modelFile": "model.tflite"}"#)
        #expect(
            complaint("flowers")
                == "backend.model: \(folder.file("flowers/model.tflite")) has no labels inside, and the manifest of "
                + "the export names no `labelsFile`")
    }

    @Test func `a model that is not what the manifest says decides, with a notice`() throws {
        try write(model: "detector-metadata", type: "IMAGE_LABELING")
        let detector = try plan("flowers")
        #expect(detector.recipes[0].feature == .objectLocalization)
        let manifest = folder.file("flowers/manifest.json")
        #expect(
            detector.notices == [
                "\(manifest) says IMAGE_LABELING, and the model model.tflite locates objects: the model decides, and "
                    + "OBJECT_LOCALIZATION is answered"
            ])
        try write(model: "detector-metadata", type: "OBJECT_DETECTION")
        #expect(try plan("flowers").notices.isEmpty)
        try write(type: "OBJECT_DETECTION", labels: fiveLabels)
        #expect(try plan("flowers").notices.count == 1)
        try write(type: "TRANSLATION", labels: fiveLabels)
        #expect(try plan("flowers").notices.first?.hasPrefix("\(manifest) says TRANSLATION, and the model") == true)
    }

    @Test func `a detector's classes do not count the background that its labels begin with`() throws {
        try write(model: "detector", type: "OBJECT_DETECTION", labels: ["background", "red square", "green square"])
        let first = try plan("flowers").recipes[0]
        try write(model: "detector", type: "OBJECT_DETECTION", labels: ["red square", "green square"])
        #expect(try plan("flowers").recipes[0].digest == first.digest)
        try write(labels: ["background", "red", "green", "blue", "light"])
        #expect(try plan("flowers").recipes[0].feature == .labelDetection)
    }

    @Test func `a file that is not there is named, and what lies in its place too`() throws {
        #expect(complaint("none") == "backend.model: cannot look at \(folder.file("none")): No such file or directory")
        try write(labels: fiveLabels)
        try Files.remove(folder.file("flowers/dict.txt"))
        #expect(
            complaint("flowers")
                == "backend.model: cannot open \(folder.file("flowers/dict.txt")): No such file or directory")
        try Files.remove(folder.file("flowers/model.tflite"))
        try folder.write("flowers/dict.txt", "a\n")
        #expect(
            complaint("flowers")
                == "backend.model: cannot open \(folder.file("flowers/model.tflite")): No such file or directory")
        try Files.remove(folder.file("flowers/manifest.json"))
        #expect(
            complaint("flowers")
                == "backend.model: cannot open \(folder.file("flowers/manifest.json")): No such file or directory")
    }

    @Test func `the folder of an export in the place of a model is answered with the kind that takes it`() throws {
        try write(labels: fiveLabels)
        let flowers = folder.file("flowers")
        let error = #expect(throws: BackendError.self) { try TFLitePlan(TFLiteSettings(model: flowers)) }
        #expect(
            error
                == .setting(
                    key: "backend.model", reason: "\(flowers) is the folder of an AutoML export; write `kind: automl`"))
        try Files.remove(flowers.appending("manifest.json"))
        let plain = #expect(throws: BackendError.self) { try TFLitePlan(TFLiteSettings(model: flowers)) }
        #expect(plain == .modelRefused(flowers, reason: "it is a folder; name the .tflite file in it"))
    }

    @Test func `an export of another meaning says that its kind has no keys for it`() throws {
        try write(model: "Outputs/embedding-float32", labels: nil)
        #expect(
            complaint("flowers")?.hasSuffix("; `kind: automl` has no such keys, `kind: tflite` has them") == true,
            "\(complaint("flowers") ?? "")")
    }

    @Test func `another file in the place of the manifest is refused with what to name`() throws {
        try write(labels: fiveLabels)
        let advice = "name its manifest.json, the folder of that, or the ZIP as it was downloaded"
        #expect(
            complaint("flowers/dict.txt")
                == "backend.model: \(folder.file("flowers/dict.txt")) is not the manifest of an AutoML export (no "
                + "JSON: a value was expected at byte 0); \(advice)")
        #expect(complaint("flowers/model.tflite")?.hasSuffix("name the manifest.json beside it") == true)
        try folder.write("flowers/manifest.json", "[]")
        #expect(complaint("flowers")?.contains("(no JSON object)") == true)
        try folder.write("flowers/manifest.json", "{}")
        #expect(complaint("flowers")?.contains("(it has no `modelFile`)") == true)
        try folder.write("flowers/manifest.json", [UInt8](repeating: 0x20, count: 70_000))
        #expect(complaint("flowers")?.contains("File too large") == true)
    }

    @Test func `labels of another number than the classes are refused with both numbers`() throws {
        try write(labels: ["a", "b", "c"])
        let named =
            "\(folder.file("flowers/dict.txt")) has 3 labels, \(folder.file("flowers/model.tflite")) has 5 classes"
        #expect(complaint("flowers") == "backend.model: \(named)")
        var settings = AutoMLSettings(model: folder.file("flowers"))
        settings.key = "manifest"
        let error = #expect(throws: BackendError.self) { try AutoMLPlan(settings) }
        #expect(error?.description == "backend.manifest: \(named)")
    }

    private func write(
        _ name: String = "flowers", model: String = "uint8", type: String = "IMAGE_LABELING", labels: [String]? = nil,
        manifest: String? = nil
    ) throws {
        let named = labels == nil ? "" : #", "labelsFile": "dict.txt""#
        let text = manifest ?? #"{"modelType": "\#(type)", "modelFile": "model.tflite"\#(named)}"#
        try folder.write("\(name)/manifest.json", text)
        try folder.write("\(name)/model.tflite", try Fixtures.bytes("\(model).tflite"))
        if let labels { try folder.write("\(name)/dict.txt", labels.joined(separator: "\n")) }
    }

    private func files() throws -> [ZipText.File] {
        try ["manifest.json", "dict.txt", "model.tflite"].map {
            ZipText.File($0, try Files.read(folder.file("flowers/\($0)")))
        }
    }

    private func plan(_ name: String, threshold: Float? = nil, maxResults: Int? = nil) throws -> AutoMLPlan {
        var settings = AutoMLSettings(model: folder.file(name))
        settings.threshold = threshold
        settings.maxResults = maxResults
        return try AutoMLPlan(settings)
    }

    private func complaint(_ name: String) -> String? {
        #expect(throws: BackendError.self) { try AutoMLPlan(AutoMLSettings(model: folder.file(name))) }?.description
    }
}

private let fiveLabels = ["red", "green", "blue", "light", "dark"]
