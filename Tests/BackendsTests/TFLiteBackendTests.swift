import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite struct TFLiteBackendTests {
    @Test(
        arguments: [
            ("float32", colors), ("uint8", colors), ("int8", colors), ("dynamic-batch", colors),
            ("grey-uint8", ["grey", "light", "dark"]), ("float32-metadata", nil), ("float32-deflated", nil),
            ("int8-metadata", nil),
        ])
    func `from the picture's pixels on, answers are those of Python's interpreter`(
        name: String, labels: [String]?
    ) throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try settings(name, labels: labels, in: folder))
        let backend = try plan.open(libraryAt: [Fixtures.library])
        let slot = try backend.makeSlot()
        #expect(backend.recipes == plan.recipes && backend.input == .samples(plan.request))
        for example in try Fixtures.oracle(name).cases {
            let (answers, raw) = try slot.answers(to: prepared(example, for: plan.request))
            #expect(answers.map(\.recipe) == backend.recipes)
            let answer = try #require(answers.first)
            #expect(example.agrees(with: raw.bytes), "\(example.picture)")
            let scores = example.outputs[0].numbers
            let expected = scores.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
            #expect(answer.annotations.map(\.description) == expected.map { (labels ?? colors)[$0] })
            for (annotation, place) in zip(answer.annotations, expected) {
                #expect(abs(try #require(annotation.score) - scores[place]) <= 1e-6)
            }
            #expect(answer.annotations.map(\.rank) == Array(scores.indices))
            #expect(answer.annotations.allSatisfy { $0.kind == .label && $0.polygon.isEmpty && $0.mid == nil })
        }
    }

    @Test func `a reddish picture is red, and threshold and maxResults cut the rest`() throws {
        let folder = try Scratch()
        var settings = try settings("uint8", labels: colors, in: folder)
        settings.maxResults = 2
        let example = try #require(
            try Fixtures.oracle("uint8").cases.first { $0.picture == "reddish-20x30.png" })
        #expect(try words(settings, example).count == 2)
        #expect(try words(settings, example).first == "red")
        settings.threshold = 1
        #expect(try words(settings, example).isEmpty)
    }

    @Test(arguments: ["detector", "detector-metadata"])
    func `a detector's boxes lie on the squares of the original`(name: String) throws {
        let folder = try Scratch()
        let inside = name == "detector-metadata"
        let settings = try settings(name, labels: inside ? nil : ["red square", "green square"], in: folder)
        let plan = try TFLitePlan(settings)
        let backend = try plan.open(libraryAt: [Fixtures.library])
        #expect(backend.recipes.map(\.feature) == [.objectLocalization])
        let example = try #require(try Fixtures.oracle(name).cases.first)
        let (answers, raw) = try backend.makeSlot().answers(to: prepared(example, for: plan.request))
        let answer = try #require(answers.first)
        #expect(example.agrees(with: raw.bytes))
        // The picture, 64 x 48, has a red square at (34, 4) and a green one at (6, 30), each 12 wide.
        for (word, left, top) in [("red square", 34.0, 4.0), ("green square", 6.0, 30.0)] {
            let found = try #require(answer.annotations.first { $0.description == word })
            #expect(found.kind == .object && found.polygon.count == 4)
            let ideal = [(left, top), (left + 12, top), (left + 12, top + 12), (left, top + 12)]
            for (corner, wanted) in zip(found.polygon, ideal) {
                #expect(abs(corner.x - wanted.0) < 7 && abs(corner.y - wanted.1) < 7, "\(word) \(found.polygon)")
            }
        }
        let scores = answer.annotations.compactMap(\.score)
        #expect(scores == scores.sorted(by: >))
    }

    @Test func `a picture of another size is that picture's failure, and the slot goes on`() throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try settings("uint8", labels: colors, in: folder))
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try Fixtures.oracle("uint8").cases.first)
        var image = prepared(example, for: plan.request)
        image.samples.removeLast()
        let short = #expect(throws: Failure.self) { try slot.answers(to: image) }
        #expect(short?.stage == .annotate && short?.kind == .model && short?.isTransient == false)
        image.size = Size(width: 8, height: 16)
        let failure = #expect(throws: Failure.self) { try slot.answers(to: image) }
        #expect(failure?.message == "the picture was prepared as 8x16, and the model takes 16x16")
        #expect(example.agrees(with: try slot.answers(to: prepared(example, for: plan.request)).raw.bytes))
    }

    @Test func `a model replaced after it was planned is not run`() throws {
        let folder = try Scratch()
        let model = try folder.write("a.tflite", try Fixtures.bytes("float32-metadata.tflite"))
        let plan = try TFLitePlan(TFLiteSettings(model: model))
        try folder.write("a.tflite", try Fixtures.bytes("float32-deflated.tflite"))
        #expect(throws: BackendError.modelChanged(model)) {
            try plan.open(libraryAt: [Fixtures.library])
        }
    }

    @Test func `without the library everything is planned, and opening says how to get it`() throws {
        let plan = try TFLitePlan(
            TFLiteSettings(model: Fixtures.models.appending("float32-metadata.tflite")))
        let error = #expect(throws: BackendError.self) {
            try plan.open(libraryAt: [FilePath("/nowhere/libLiteRt.so")])
        }
        #expect(
            error?.description
                == "libLiteRt.so, which runs TensorFlow Lite models, was not found: run Scripts/setup, or point "
                + "CAIRN_LITERT at libLiteRt.so from the PyPI package ai-edge-litert 2.3.0 (looked at "
                + "/nowhere/libLiteRt.so)")
    }

    @Test func `a library that is none stops the run with its reason`() throws {
        let folder = try Scratch()
        let whole = try Files.read(Fixtures.library)
        let library = try folder.write("libLiteRt.so", Array(whole[..<(whole.count / 2)]))
        let plan = try TFLitePlan(TFLiteSettings(model: Fixtures.models.appending("float32-metadata.tflite")))
        let error = #expect(throws: BackendError.self) { try plan.open(libraryAt: [library]) }
        #expect(
            error?.description.hasPrefix("\(library) cannot be opened as a library: it is cut short") == true)
        #expect(error?.description.contains("run Scripts/setup") == true)
    }

    private func words(_ settings: TFLiteSettings, _ example: Oracle.Case) throws -> [String] {
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        return try slot.answers(to: prepared(example, for: plan.request)).answers[0].annotations
            .map(\.description)
    }
}
