import LiteRT
import Platform
import TestSupport
import Testing
import Domain
import Services

@testable import Backends

@Suite("The order of a detector's declared outputs") struct DetectionOrderTests {
    private static let orders = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 2, 3], [3, 2, 1, 0]]

    @Test(arguments: ["detector", "detector-metadata"], orders)
    func `does not matter where the model says which output is which`(model: String, order: [Int]) throws {
        let folder = try Scratch()
        let plain = try TFLitePlan(try BackendsTests.settings(model, labels: squares, in: folder))
        let ordered = try TFLitePlan(try settings(model, labels: squares, in: folder, declaring: order))
        #expect(ordered.recipes == plain.recipes)
        let (one, other) = (try slot(of: plain), try slot(of: ordered))
        for example in try Fixtures.oracle(model).cases {
            let picture = prepared(example, for: plain.request)
            #expect(
                try other.answers(to: picture).answers.map(\.annotations)
                    == one.answers(to: picture).answers.map(\.annotations), "\(example.picture)")
        }
    }

    @Test(arguments: [[0], [1], [0, 1, 2]])
    func `other outputs than those that the model names are refused with both sides`(declared: [Int]) throws {
        let folder = try Scratch()
        let settings = try settings("detector", labels: squares, in: folder, declaring: declared)
        let outputs = try TFLitePlan(BackendsTests.settings("detector", labels: squares, in: folder)).file.outputs
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        let words = try #require(error).description
        let listed = declared.map { "\(outputs[$0].name) \(outputs[$0].dimensions)" }.joined(separator: ", ")
        #expect(
            words.hasPrefix("backend.outputs: the manifest says that \(listed) mean detection, \(settings.model) has "),
            "\(words)")
        #expect(words.contains("has boxes \(outputs[0].name) \(outputs[0].dimensions), classes "), "\(words)")
        #expect(words.hasSuffix("and count \(outputs[3].name) \(outputs[3].dimensions)"), "\(words)")
    }

    @Test(arguments: [([0, 1, 2, 3], true), ([0, 2, 1, 3], true), ([1, 0, 2, 3], false), ([0, 1, 3, 2], false)])
    func `is the manifest's elsewhere, and must fit the shapes`(order: [Int], fits: Bool) throws {
        let folder = try Scratch()
        let settings = try settings("detector", labels: squares, in: folder, declaring: order)
        let file = try withoutDetection("detector.tflite")
        #expect(file.detection == nil)
        let choices = try OutputSelection(settings, file).choices
        if fits {
            #expect(
                try OutputPlan.objects(choices, settings, file)
                    == .objects(boxes: order[0], classes: order[1], scores: order[2], count: order[3]))
        } else {
            let error = #expect(throws: BackendError.self) { try OutputPlan.objects(choices, settings, file) }
            let words = try #require(error).description
            #expect(
                words.hasPrefix("backend.outputs: nothing in the model says which output is which, so the four")
                    && words.hasSuffix("; declare them in this order"), "\(words)")
        }
    }

    private func slot(of plan: TFLitePlan) throws -> any LocalSlot {
        try plan.open(libraryAt: [Fixtures.library]).makeSlot()
    }

    private func settings(
        _ model: String, labels: [String], in folder: Scratch, declaring places: [Int]
    ) throws -> TFLiteSettings {
        var settings = try BackendsTests.settings(model, labels: labels, in: folder)
        settings.outputs = places.map { place in
            var output = TFLiteSettings.Output()
            (output.index, output.meaning) = (place, .detection)
            return output
        }
        return settings
    }

    /// A model whose detection op has another name.
    private func withoutDetection(_ name: String) throws -> ModelFile {
        var bytes = try Fixtures.bytes(name)
        let op = Array("TFLite_Detection_PostProcess".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: op) })
        bytes[start + op.count - 1] = UInt8(ascii: "z")
        return try ModelFile(bytes.span)
    }
}

private let squares = ["red square", "green square"]
