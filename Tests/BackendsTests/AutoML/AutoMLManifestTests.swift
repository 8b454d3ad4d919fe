import Platform
import Testing
import Domain

@testable import Backends

@Suite("The manifest of an AutoML export") struct AutoMLManifestTests {
    @Test func `Google's own, with a comma behind the last member, is read`() throws {
        let manifest = try read(
            """
            {
              "modelType": "IMAGE_LABELING",
              "modelFile": "automl_labeler_model.tflite",
              "labelsFile": "automl_labeler_labels.txt",
            }

            """)
        #expect(manifest.modelFile == "automl_labeler_model.tflite")
        #expect(manifest.labelsFile == "automl_labeler_labels.txt")
        #expect(manifest.modelType == "IMAGE_LABELING")
    }

    @Test func `labels and type may be missing or null, and other members are left alone`() throws {
        let manifest = try read(#"{"labelsFile": null, "modelFile": "ö.tflite", "x": [1,]}"#)
        #expect(manifest.modelFile == "ö.tflite" && manifest.labelsFile == nil && manifest.modelType == nil)
    }

    @Test(arguments: [
        "", ".", "..", "/etc/passwd", "../model.tflite", "a/b", "a\\\\b", "a\\u0000",
        String(repeating: "a", count: 256),
    ])
    func `a name that is not a plain file name is refused`(name: String) {
        for text in [#"{"modelFile": "\#(name)"}"#, #"{"modelFile": "m", "labelsFile": "\#(name)"}"#] {
            let error = #expect(throws: BackendError.self) { try read(text) }
            #expect(error?.description.hasSuffix("and a plain file name is read") == true, "\(text)")
        }
    }

    @Test(arguments: ["{\"modelFile\": 5}", "{\"modelFile\": [\"m\"]}", "{\"modelFile\": \"m\", \"labelsFile\": {}}"])
    func `a name that is not a text is refused`(text: String) {
        let error = #expect(throws: BackendError.self) { try read(text) }
        #expect(error?.description.hasSuffix("is not a text") == true)
    }

    @Test(arguments: ["{,}", "{\"modelFile\": \"m\",,}", "{\"modelFile\": \"m\"", "{'modelFile': 'm'}", "\u{FEFF}{}"])
    func `what is not JSON but for a trailing comma is refused`(text: String) {
        #expect(throws: BackendError.self) { try read(text) }
    }

    private func read(_ text: String) throws -> AutoMLManifest {
        try AutoMLManifest(Array(text.utf8), path: FilePath("/m/manifest.json"), key: "backend.model")
    }
}
