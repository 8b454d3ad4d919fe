import LiteRT
import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite struct TFLiteProblemsTests {
    @Test func `everything that does not fit a model is said at once, each key once`() throws {
        let folder = try Scratch()
        var settings = try BackendsTests.settings("float32", labels: ["a"], in: folder)
        settings.input.type = .uint8
        settings.input.dimensions = [1, 9, 9, 3]
        settings.input.mean = [1, 2]
        settings.output.type = .int8
        settings.output.dimensions = [1, 7]
        let model = settings.model
        #expect(
            TFLitePlan.problems(settings).map(\.description) == [
                "backend.input.type: the manifest says uint8, \(model) has float32",
                "backend.input.dimensions: the manifest says [1, 9, 9, 3], \(model) has [1, 16, 16, 3]",
                "backend.input.mean: [1.0, 2.0] is not one number, or one for each of 3 channels",
                "backend.output.type: the manifest says int8, \(model) has float32",
                "backend.output.dimensions: the manifest says [1, 7], \(model) has [1, 5]",
                "backend.labels: \(folder.path.appending("labels.txt")) has 1 label, \(model) has 5 classes",
            ])
        #expect(TFLitePlan.problems(try BackendsTests.settings("float32", in: folder)).count == 1)
        #expect(TFLitePlan.problems(try BackendsTests.settings("float32-metadata", in: folder)).isEmpty)
    }

    @Test func `a missing model does not hide its labels`() throws {
        var settings = TFLiteSettings(model: FilePath("/nowhere/m.tflite"))
        settings.labels = FilePath("/nowhere/l.txt")
        #expect(TFLitePlan.problems(settings).map(\.keyPath) == ["backend.model", "backend.labels"])
    }

    /// Of the outputs of `detector`, two have the dimensions that are declared: neither is the one that is read.
    @Test func `dimensions that several outputs have are said to be so, with their names`() throws {
        let folder = try Scratch()
        var settings = try BackendsTests.settings("detector", labels: ["a", "b"], in: folder)
        let outputs = try TFLitePlan(settings).file.outputs
        settings.output.meaning = .classification
        func reason(_ dimensions: [Int]?) -> String {
            settings.output.dimensions = dimensions
            return TFLitePlan.problems(settings).first?.description ?? "nothing"
        }
        let twice = try #require(outputs.first { one in outputs.count { $0.dimensions == one.dimensions } == 2 })
        let names = outputs.filter { $0.dimensions == twice.dimensions }.map { "\($0.name) \($0.dimensions)" }
        #expect(
            reason(twice.dimensions)
                == "backend.output.dimensions: \(settings.model) has 2 outputs of these dimensions "
                + "(\(names.joined(separator: ", "))); name the one that means classification by `index` or `name`")
        let all = outputs.map { "\($0.name) \($0.dimensions)" }.joined(separator: ", ")
        #expect(
            reason([1, 77])
                == "backend.output.dimensions: the manifest says [1, 77], \(settings.model) has 4 outputs: \(all)")
        #expect(
            reason(nil)
                == "backend.output.meaning: \(settings.model) is a detector (\(all)), and none of its outputs means "
                + "classification alone; write `meaning: detection`, or name one output by `index` or `name`")
    }
}
