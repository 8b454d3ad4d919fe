import Domain
import Platform
import TestSupport
import Testing

@testable import Backends

@Suite("Outputs that hold what is not a number") struct FiniteOutputTests {
    private static let places = ["background", "red", "green"]
    static let models: [OutputModel] =
        TFLiteSettings.Activation.allCases.map { activation in
            OutputModel("unknown-float32", labels: colors) { $0.output.activation = activation }
        } + [
            OutputModel("logits-float32", labels: colors), OutputModel("calibrated-logistic"),
            OutputModel("logits-float32", labels: colors) { $0.ignore = ["dark"] },
            OutputModel("embedding-float32") { $0.output.meaning = .embedding },
            OutputModel("segmentation-float32", labels: places) { $0.output.meaning = .segmentation },
            OutputModel("segmentation-float32", labels: places) {
                $0.output.meaning = .segmentation
                $0.threshold = 0.4
            },
            OutputModel("segmentation-single", labels: ["background", "red"]) { $0.output.meaning = .segmentation },
            OutputModel("segmentation-planar", labels: places) { $0.output.meaning = .segmentation },
        ]

    /// The bytes of an output with another number at one index.
    private func bytes(_ bytes: [UInt8], at index: Int, _ number: Float) -> [UInt8] {
        var bytes = bytes
        for byte in 0..<4 { bytes[4 * index + byte] = UInt8(truncatingIfNeeded: number.bitPattern >> (8 * byte)) }
        return bytes
    }

    private let placement = Placement(
        scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: Size(width: 16, height: 16))

    private func failure(of plan: TFLitePlan, _ outputs: [[UInt8]]) -> Failure? {
        do throws(Failure) {
            _ = try plan.answer(
                outputs, shapes: outputs.map { [$0.count / 4] }, size: Size(width: 16, height: 16), placement)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: models)
    func `one number that is none among good ones fails the picture, by the output's name`(model: OutputModel) throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try model.settings(in: folder))
        let good = try #require(try model.oracle.cases.first).outputs
        #expect(failure(of: plan, good.map(\.bytes)) == nil)
        for number: Float in [.nan, .infinity, -.infinity] {
            for index in [0, good[0].bytes.count / 4 - 1] {
                let found = failure(of: plan, [bytes(good[0].bytes, at: index, number)])
                #expect(found?.kind == .model && found?.stage == .annotate, "\(number)")
                #expect(
                    found?.message == "the model's output \"\(good[0].name)\" holds what is not a number", "\(number)")
            }
        }
    }

    @Test func `of a detector's rows only those that it counts are looked at`() throws {
        let folder = try Scratch()
        var settings = TFLiteSettings(model: Fixtures.models.appending("detector.tflite"))
        settings.labels = try folder.write("labels.txt", "red square\ngreen square\n")
        let plan = try TFLitePlan(settings)
        guard case .objects(let boxes, let classes, let scores, let count, _) = plan.output.readings[0] else {
            Issue.record("a detector has objects")
            return
        }
        let good = try #require(try Fixtures.oracle("detector").cases.first).outputs.map(\.bytes)
        func outputs(counting rows: Float) -> [[UInt8]] {
            var outputs = good
            outputs[count] = bytes(good[count], at: 0, rows)
            return outputs
        }
        for place in [boxes, classes, scores] {
            let width = place == boxes ? 4 : 1
            for number: Float in [.nan, .infinity] {
                var broken = outputs(counting: 2)
                broken[place] = bytes(good[place], at: 2 * width - 1, number)
                #expect(failure(of: plan, broken)?.kind == .model)
                broken = outputs(counting: 1)
                broken[place] = bytes(good[place], at: 2 * width - 1, number)
                #expect(failure(of: plan, broken) == nil)
            }
        }
        for number: Float in [.nan, .infinity] { #expect(failure(of: plan, outputs(counting: number))?.kind == .model) }
    }

    @Test func `a raw tensor keeps its bytes, whatever they stand for`() throws {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Outputs/embedding-float32.tflite"))
        settings.output.meaning = .raw
        let plan = try TFLitePlan(settings)
        let good = try #require(try Fixtures.oracle("Outputs/embedding-float32").cases.first).outputs[0].bytes
        let broken = bytes(good, at: 1, .nan)
        let answer = try plan.answer(
            [broken], shapes: [[broken.count / 4]], size: Size(width: 16, height: 16), placement)
        #expect(answer.answers[0].annotations.map(\.blob) == [broken])
    }
}
