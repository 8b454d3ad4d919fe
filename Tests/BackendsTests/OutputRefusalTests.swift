import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("What is declared of outputs, against the model")
struct OutputRefusalTests {
    /// A name for the fault, the model, its labels, what is declared, and what the complaint says.
    struct Fault: CustomTestStringConvertible, Sendable {
        let name: String
        let model: OutputModel
        let words: String

        var testDescription: String { name }

        init(
            _ name: String, _ model: String, labels: [String]? = nil, _ words: String,
            _ change: @escaping @Sendable (inout TFLiteSettings) -> Void = { _ in }
        ) {
            self.name = name
            self.model = OutputModel(model, labels: labels, change)
            self.words = words
        }
    }

    @Test(arguments: [
        Fault(
            "a map without a meaning", "segmentation-float32",
            "backend.output.meaning: MODEL: this looks like a segmentation model: [1, 16, 16, 3]; write `meaning: "
                + "segmentation`"),
        Fault(
            "a map of classes without a meaning", "segmentation-int64", labels: colors,
            "this looks like a segmentation model: [1, 16, 16] of whole numbers; write `meaning: segmentation`"),
        Fault(
            "a row without a meaning and labels", "embedding-float32",
            "backend.output.meaning: MODEL: this looks like an embedding model, or like a classifier without labels: "
                + "[1, 1, 1, 8]; write `meaning: embedding`, or name a file with one label a line in backend.labels"),
        Fault(
            "anchors without a meaning", "anchors", labels: colors,
            "this looks like a detector whose boxes are relative to anchors"),
        Fault("anchors that mean detection", "anchors", labels: colors, "it does not say how these are made") {
            $0.output.meaning = .detection
        },
        Fault(
            "an index that is not there", "several",
            "backend.output.index: the manifest says 3, MODEL has 3 "
                + "outputs: "
        ) {
            ($0.output.index, $0.output.meaning) = (3, .raw)
        },
        Fault(
            "a name that is not there", "several",
            "backend.outputs[0].name: the manifest says scores, MODEL has the "
                + "outputs Identity "
        ) {
            var output = TFLiteSettings.Output()
            (output.name, output.meaning) = ("scores", .raw)
            $0.outputs = [output]
        },
        Fault("an output declared twice", "several", "is listed twice") {
            var output = TFLiteSettings.Output()
            (output.index, output.meaning) = (1, .raw)
            $0.outputs = [output, output]
        },
        Fault("another type", "several", "backend.output.type: the manifest says float32, MODEL has int") {
            ($0.output.index, $0.output.type, $0.output.meaning) = (1, .float32, .raw)
        },
        Fault(
            "other dimensions", "embedding-float32",
            "backend.output.dimensions: the manifest says [1, 8], MODEL has [1, 1, 1, 8]"
        ) {
            ($0.output.dimensions, $0.output.meaning) = ([1, 8], .embedding)
        },
        Fault(
            "too few labels for a map", "segmentation-uint8", labels: ["background", "red"],
            "labels.txt has 2 labels, MODEL has 3 classes"
        ) { $0.output.meaning = .segmentation },
        Fault(
            "an embedding that means a segmentation", "embedding-float32",
            "is [1, 1, 1, 8], one row of numbers, and a segmentation is [1, height, width, classes]"
        ) { $0.output.meaning = .segmentation },
        Fault(
            "a threshold above 1 without a fraction", "sigmoid-uint8", labels: colors,
            "backend.threshold: 30 is not from 0 to 1"
        ) { $0.threshold = 30 },
        Fault("a map that means an embedding", "segmentation-uint8", "and one row of numbers is an embedding") {
            $0.output.meaning = .embedding
        },
        Fault("a softmax after a sigmoid", "sigmoid-uint8", labels: colors, "are probabilities already") {
            $0.output.activation = .softmax
        },
        Fault(
            "a threshold above 1 of probabilities", "sigmoid-uint8", labels: colors,
            "backend.threshold: 1.5 is not from 0 to 1"
        ) { $0.threshold = 1.5 },
        Fault("a threshold of an embedding", "embedding-int8", "backend.threshold: the outputs that are read have no") {
            ($0.output.meaning, $0.threshold) = (.embedding, 0.5)
        },
        Fault(
            "labels of raw tensors", "several", labels: colors,
            "backend.labels: the outputs that are read "
                + "have no"
        ) {
            $0.output.meaning = .raw
        },
        Fault("a label to ignore that is not there", "sigmoid-uint8", labels: colors, #"backend.ignore[1]: "#) {
            $0.ignore = ["red", "background"]
        },
        Fault("a threshold of class numbers", "segmentation-int32", labels: places, "and no scores; leave it out") {
            ($0.output.meaning, $0.threshold) = (.segmentation, 0.5)
        },
    ])
    func `a fault is refused, and both sides are named`(fault: Fault) throws {
        let folder = try Scratch()
        let settings = try fault.model.settings(in: folder)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        let words = fault.words.replacing("MODEL", with: settings.model.description)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    private static let places = OutputMeaningTests.places

    @Test func `too short a label file is refused for a detector, too`() throws {
        let folder = try Scratch()
        let short = try settings("detector", labels: ["red square"], in: folder)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(short) }
        #expect(error?.description.hasSuffix("labels.txt has 1 label, \(short.model) has 2 classes") == true)
    }

    @Test func `a class without a label is that picture's failure`() throws {
        let folder = try Scratch()
        let model = OutputModel("segmentation-int64", labels: ["background"]) { $0.output.meaning = .segmentation }
        let plan = try TFLitePlan(try model.settings(in: folder))
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try model.oracle.cases.first { $0.picture.hasPrefix("reddish") })
        let failure = #expect(throws: Failure.self) { try slot.answers(to: prepared(example, for: plan.request)) }
        #expect(failure?.kind == .model)
        #expect(failure?.message.hasPrefix("the model returned class 1, but ") == true)
        #expect(failure?.message.contains("labels.txt has only 1 label;") == true)
    }

    @Test(arguments: [
        ("logits-float32", "and softmax makes them so"), ("logits-int8", "and softmax makes them so"),
        ("unknown-float32", "they are kept as they are"), ("sigmoid-uint8", nil), ("ranged-float32", nil),
        ("calibrated-identity", nil),
    ])
    func `what is done to scores without being asked for is said`(name: String, words: String?) throws {
        let folder = try Scratch()
        let model = OutputModel(name, labels: colors)
        let plan = try TFLitePlan(try model.settings(in: folder))
        if let words {
            #expect(plan.notices.count == 1 && plan.notices[0].contains(words), "\(plan.notices)")
        } else {
            #expect(plan.notices == [])
        }
        #expect(plan.recipes[0].parameters.contains("softmax") == name.hasPrefix("logits"))
    }

    @Test func `scores that are not probabilities say so, and take any threshold`() throws {
        let folder = try Scratch()
        let model = OutputModel("unknown-float32", labels: colors) {
            $0.output.activation = .unchanged
            $0.threshold = -1.5
        }
        let plan = try TFLitePlan(try model.settings(in: folder))
        #expect(plan.recipes[0].parameters.contains(#""threshold":-1.5,"maxResults":10,"activation":"none"}"#))
        let example = try #require(try model.oracle.cases.first { $0.picture.hasPrefix("reddish") })
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let annotations = try slot.answers(to: prepared(example, for: plan.request)).answers[0].annotations
        #expect(annotations.map(\.description) == ["red", "dark", "light"])
        #expect(annotations.allSatisfy { $0.attributes == #"{"isProbability":false}"# })
    }

    @Test func `of two label files the one without a locale or in English is taken`() throws {
        let plan = try TFLitePlan(
            TFLiteSettings(model: Fixtures.models.appending("Outputs/calibrated-identity.tflite")))
        #expect(plan.labels?.words == colors)
    }

    @Test func `what decides an answer is in the recipe`() throws {
        let folder = try Scratch()
        let names: [@Sendable (inout TFLiteSettings) -> Void] = [
            { _ in }, { $0.ignore = ["dark"] }, { $0.output.activation = .sigmoid },
            { $0.output.activation = .unchanged }, { $0.threshold = 0.5 },
        ]
        let recipes = try names.map {
            try TFLitePlan(try OutputModel("logits-float32", labels: colors, $0).settings(in: folder)).recipes[0]
        }
        #expect(Set(recipes.map(\.digest)).count == names.count)
        #expect(recipes[1].parameters.hasSuffix(#""activation":"softmax","ignore":["dark"]}"#))
        let told = OutputModel("logits-float32", labels: colors) { $0.output.activation = .softmax }
        #expect(try TFLitePlan(try told.settings(in: folder)).recipes == [recipes[0]])
    }
}
