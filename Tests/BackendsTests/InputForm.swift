import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

/// A model of Tests/Fixtures/Models/Inputs, and what a manifest says of its inputs.
struct InputForm: Sendable, CustomTestStringConvertible {
    let model: String
    let inputs: [TFLiteSettings.Input]
    let batch: Int
    /// The rows of its scores.
    let rows: Int

    var testDescription: String { model }

    init(_ model: String, batch: Int = 1, rows: Int? = nil, inputs: [TFLiteSettings.Input]) {
        self.model = model
        self.inputs = inputs
        self.batch = batch
        self.rows = rows ?? batch
    }

    init(_ model: String, batch: Int = 1, rows: Int? = nil, _ change: (inout TFLiteSettings.Input) -> Void = { _ in }) {
        var input = TFLiteSettings.Input()
        change(&input)
        self.init(model, batch: batch, rows: rows, inputs: [input])
    }

    func settings(in folder: Scratch) throws -> TFLiteSettings {
        var settings = try BackendsTests.settings("Inputs/\(model)", labels: colors, in: folder)
        if inputs.count == 1 { settings.input = inputs[0] } else { settings.inputs = inputs }
        settings.output.dimensions = [rows, 5]
        return settings
    }
}

/// An input by its number, and what it is filled with.
func input(
    _ index: Int, _ feed: TFLiteSettings.Feed?, _ change: (inout TFLiteSettings.Input) -> Void = { _ in }
) -> TFLiteSettings.Input {
    var input = TFLiteSettings.Input()
    input.index = index
    input.feed = feed
    change(&input)
    return input
}

private func byColor(_ input: inout TFLiteSettings.Input) {
    input.mean = [100, 120, 140]
    input.std = [50, 60, 70]
}

/// Every form of Scripts/make_input_models.py that can be used.
let forms: [InputForm] = [
    InputForm("float32-nchw", byColor),
    InputForm("float32-nchw-bgr") {
        byColor(&$0)
        $0.channels = .bgr
        $0.layout = .channelsFirst
    },
    InputForm("float32-bgr") {
        byColor(&$0)
        $0.channels = .bgr
    },
    InputForm("float32-grey-plane") { $0.channels = .greyscale },
    InputForm("float32-rank3-grey"),
    InputForm("float32-rank3-planes") { $0.layout = .channelsFirst },
    InputForm("uint8-rank3") { $0.type = .uint8 },
    InputForm("float16", byColor),
    InputForm("int8-nchw-bgr") {
        byColor(&$0)
        $0.channels = .bgr
    },
    InputForm("int16-steps"), InputForm("int16"), InputForm("int32-steps"),
    InputForm("int32") { $0.dimensions = [1, 6, 8, 3] },
    InputForm("int64") { $0.type = .int64 },
    InputForm("batch-4", batch: 4, byColor),
    InputForm("batch-3-planes", batch: 3) {
        $0.channels = .bgr
        $0.layout = .channelsFirst
    },
    InputForm("batch-2-rank3", batch: 2) { $0.layout = .channelsLast },
    InputForm(
        "several",
        inputs: [
            // The picture goes to the only input that can take it.
            input(5, .value(-7)), input(1, .value(0.1)), input(2, .value(0)), input(3, .value(1)),
            input(4, .value(0.5)) { $0.type = .int8 },
        ]),
    InputForm(
        "two-pictures",
        inputs: [input(0, .picture), input(1, .picture) { $0.channels = .bgr }, input(2, .value(9))]),
    InputForm("remembering"),
]
