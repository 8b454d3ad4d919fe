import FoundationEssentials
import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("Outputs of every meaning, type and activation")
struct OutputMeaningTests {
    static let places = ["background", "red", "green"]
    static let models: [OutputModel] = [
        OutputModel("logits-float32", labels: colors),
        OutputModel("logits-int8", labels: colors) { $0.ignore = ["dark"] },
        OutputModel("sigmoid-uint8", labels: colors),
        OutputModel("unknown-float32", labels: colors) { $0.output.activation = .unchanged },
        OutputModel("ranged-float32"), OutputModel("calibrated-identity"), OutputModel("calibrated-logarithm"),
        OutputModel("calibrated-logistic"),
        OutputModel("embedding-float32") { $0.output.meaning = .embedding },
        OutputModel("embedding-int8") { $0.output.meaning = .embedding },
        OutputModel("embedding-int16") { $0.output.meaning = .embedding },
        OutputModel("segmentation-float32", labels: places) { $0.output.meaning = .segmentation },
        OutputModel("segmentation-uint8", labels: places) { $0.output.meaning = .segmentation },
        OutputModel("segmentation-int64", labels: places) {
            $0.output.meaning = .segmentation
            $0.ignore = ["background"]
        },
        OutputModel("segmentation-int32", labels: places) {
            $0.output.meaning = .segmentation
            $0.ignore = ["background"]
        },
        OutputModel("segmentation-single", labels: ["background", "red"]) { $0.output.meaning = .segmentation },
        OutputModel("segmentation-planar", labels: places) { $0.output.meaning = .segmentation },
        OutputModel("several") { $0.output.meaning = .raw },
    ]

    @Test(arguments: models)
    func `annotations are those of a second reading of Python's outputs`(model: OutputModel) throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try model.settings(in: folder))
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        for (example, expected) in zip(try model.oracle.cases, try model.readings) {
            let (answers, _) = try slot.answers(to: prepared(example, for: plan.request))
            #expect(answers.map(\.recipe) == plan.recipes && answers.count == 1)
            try expect(answers[0].annotations, expected, "\(model.name) \(example.picture)")
        }
    }

    @Test(arguments: models + [OutputModel("scores-and-embedding"), OutputModel("anchors")])
    func `tensors kept as they are are Python's`(model: OutputModel) throws {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Outputs/\(model.name).tflite"))
        settings.output.meaning = .raw
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        for example in try model.oracle.cases {
            let (answers, raw) = try slot.answers(to: prepared(example, for: plan.request))
            #expect(example.agrees(with: answers[0].annotations.flatMap { $0.blob ?? [] }), "\(example.picture)")
            #expect(answers[0].annotations.map(\.description) == example.outputs.map(\.name))
            #expect(answers[0].annotations.allSatisfy { $0.kind == .tensor })
            #expect(raw.bytes == [], "the tensors are kept once")
        }
    }

    @Test func `outputs of two meanings are two answers`() throws {
        let folder = try Scratch()
        let model = OutputModel("scores-and-embedding", labels: colors)
        var settings = try model.settings(in: folder)
        let outputs = try #require(try model.oracle.cases.first).outputs
        let scores = try #require(outputs.firstIndex { $0.shape == [1, 5] })
        var (first, second) = (TFLiteSettings.Output(), TFLiteSettings.Output())
        (first.index, first.meaning) = (scores, .classification)
        (second.name, second.meaning) = (outputs[1 - scores].name, .embedding)
        settings.outputs = [first, second]
        let plan = try TFLitePlan(settings)
        #expect(plan.recipes.map(\.feature) == [.labelDetection, .imageEmbedding])
        #expect(plan.recipes[1].parameters.hasSuffix(#""outputs":[\#(1 - scores)]}"#))
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        for (example, expected) in zip(try model.oracle.cases, try model.readings) {
            let (answers, raw) = try slot.answers(to: prepared(example, for: plan.request))
            try expect(answers[0].annotations, expected.filter { $0.kind == "label" }, example.picture)
            try expect(answers[1].annotations, expected.filter { $0.kind == "embedding" }, example.picture)
            #expect(example.agrees(with: raw.bytes))
        }
    }

    @Test(arguments: [[1, 12, 20, 3], [1, 20, 12, 3], [1, 1, 7, 3]])
    func `a tensor that the model leaves open has the shape of its run`(dimensions: [Int]) throws {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Variants/open-size.tflite"))
        settings.input.dimensions = dimensions
        settings.output.meaning = .raw
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try Fixtures.oracle("float32").cases.first)
        let (answers, _) = try slot.answers(to: prepared(example, for: plan.request))
        let tensor = try #require(answers.first?.annotations.first)
        #expect(try ReadAttributes(json: tensor.attributes ?? "").shape == dimensions)
        #expect(tensor.blob?.count == 4 * dimensions.reduce(1, *))
    }

    @Test(arguments: [[1, 12, 20, 3], [1, 20, 12, 3]])
    func `a segmentation that the model leaves open has the size of its run`(dimensions: [Int]) throws {
        let scratch = try Scratch()
        var settings = TFLiteSettings(model: Fixtures.models.appending("Variants/open-size.tflite"))
        settings.input.dimensions = dimensions
        settings.output.meaning = .segmentation
        settings.labels = try scratch.write("labels.txt", "red\ngreen\nblue\n")
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try Fixtures.oracle("float32").cases.first)
        let (answers, _) = try slot.answers(to: prepared(example, for: plan.request))
        let segments = try #require(answers.first?.annotations)
        #expect(!segments.isEmpty)
        for segment in segments {
            #expect(segment.attributes?.contains(#""width":\#(dimensions[2]),"height":\#(dimensions[1]),"#) == true)
        }
        let shares = segments.reduce(0) { $0 + ($1.score ?? 0) }
        #expect(abs(shares - 1) < 0.001, "\(shares)")
    }

    @Test func `a tensor of which the model declares no dimensions has the shape of its run`() throws {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Variants/undeclared.tflite"))
        settings.output.meaning = .raw
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try Fixtures.oracle("detector").cases.first)
        let (answers, _) = try slot.answers(to: prepared(example, for: plan.request))
        let shapes = try answers[0].annotations.map { try ReadAttributes(json: $0.attributes ?? "").shape }
        #expect(shapes == [[1, 6, 4], [1, 6], [1, 6], [1]])
    }

    @Test func `padding is not part of a segmented picture`() {
        // 32 x 16 in the middle of 16 x 16: 4 rows of border above and below.
        let placement = Placement(
            scale: Point(x: 2, y: 2), offset: Point(x: 0, y: 4), original: Size(width: 32, height: 16))
        let classes = (0..<256).map { $0 % 16 < 4 ? 1 : 0 }
        let found = Segmentation(
            classes, width: 16, height: 16, of: Size(width: 16, height: 16), placement)
        let labels = try? Labels(Array("ground\nwall".utf8), source: "l")
        let annotations = labels.map { found.annotations($0, ignored: [0], limit: 10) } ?? []
        #expect(annotations.map(\.description) == ["wall"] && annotations.map(\.score) == [0.25])
        let polygon = annotations.first?.polygon
        #expect(polygon?.map(\.x) == [0, 8, 8, 0] && polygon?.map(\.y) == [0, 0, 16, 16])
        #expect(annotations.first?.attributes?.hasSuffix(#""frame":[0.0,-8.0,32.0,24.0]}"#) == true)
        let runs = annotations.first?.blob ?? []
        #expect(Array(runs.prefix(8)) == [64, 0, 0, 0, 4, 0, 0, 0] && runs.count == 4 * (2 * 8 + 1))
    }

    private func expect(_ found: [Annotation], _ expected: [ReadAnnotation], _ comment: String) throws {
        #expect(found.map(\.description) == expected.map(\.description), "\(comment)")
        #expect(found.map(\.rank) == Array(found.indices), "\(comment)")
        for (one, wanted) in zip(found, expected) {
            #expect(one.kind.rawValue == wanted.kind)
            if let score = wanted.score { #expect(abs(Double(one.score ?? .nan) - score) < 1e-5, "\(comment)") }
            #expect(one.blob == wanted.blob.flatMap { Data(base64Encoded: $0) }.map(Array.init), "\(comment)")
            if let box = wanted.box {
                let sides = [one.polygon[0].x, one.polygon[0].y, one.polygon[2].x, one.polygon[2].y]
                #expect(zip(sides, box).allSatisfy { abs($0 - $1) < 1e-9 }, "\(comment): \(sides), \(box)")
            }
            if let attributes = wanted.attributes {
                #expect(try ReadAttributes(json: one.attributes ?? "{}").words == attributes.words, "\(comment)")
            }
        }
    }
}
