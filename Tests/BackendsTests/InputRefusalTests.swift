import LiteRT
import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("Inputs that do not fit") struct InputRefusalTests {
    /// A wrong declaration, by its name, and the words of the refusal.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let model: String
        let words: String
        let change: @Sendable (inout TFLiteSettings) -> Void

        init(
            _ name: String, _ model: String, _ words: String,
            _ change: @escaping @Sendable (inout TFLiteSettings) -> Void
        ) {
            testDescription = name
            self.model = model
            self.words = words
            self.change = change
        }
    }

    @Test(arguments: [
        ("four-channels", "its input has 4 channels, [1, 6, 8, 4], and a picture has 3 or 1"),
        ("words", "it takes a row of whole numbers, such as the numbers of words, not a picture: input [1, 16] int32"),
        ("waveform", "it takes a row of numbers, such as sound or measurements, not a picture: input [320] float32"),
        ("video", "it takes several pictures in a row, as of a video: input [1, 4, 6, 8, 3] float32"),
    ])
    func `a model that takes no picture is refused with its reason first`(model: String, reason: String) throws {
        let folder = try Scratch()
        var settings = try settings("Inputs/\(model)", in: folder)
        // What else is wrong does not come before it.
        settings.input.type = .uint8
        settings.input.dimensions = [1, 224, 224, 3]
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        #expect(error == .modelRefused(settings.model, reason: reason))
    }

    @Test func `what the metadata says of text and sound comes before the dimensions`() throws {
        let tensor = try TFLitePlan(TFLiteSettings(model: Fixtures.models.appending("float32-metadata.tflite")))
            .file.inputs[0]
        #expect(tensor.whyNoPicture(.picture, nil) == nil && tensor.whyNoPicture(nil, nil) == nil)
        #expect(tensor.whyNoPicture(.text, nil) == "it takes text, not a picture: input [1, 16, 16, 3] float32")
        #expect(tensor.whyNoPicture(.sound, nil) == "it takes sound, not a picture: input [1, 16, 16, 3] float32")
    }

    @Test func `several inputs are all listed, with the lines to write`() throws {
        let folder = try Scratch()
        let settings = try settings("Inputs/state", labels: colors, in: folder)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        #expect(
            error?.description
                == "backend.input: \(settings.model) has 2 inputs (0 \"in2_state\" float32 [1, 6, 8, 3], 1 "
                + "\"in1_state\" float32 [1, 5]); say what each receives: inputs: "
                + "[{index: 0, feed: picture}, {index: 1, feed: zeros}]; inputs with an output of the same "
                + "dimensions (1) carry a state from one picture to the next, and zeros begin every picture without "
                + "one")
    }

    @Test func `of several inputs one must be fed the picture`() throws {
        let folder = try Scratch()
        var settings = try settings("Inputs/state", labels: colors, in: folder)
        settings.inputs = [input(0, .value(0)), input(1, .value(0))]
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        #expect(
            error?.description
                == "backend.inputs: no input has `feed: picture`; write it for the one that takes the picture: 0 "
                + "\"in2_state\" float32 [1, 6, 8, 3]")
    }

    @Test func `the lines that a refusal gives are taken`() throws {
        let folder = try Scratch()
        var settings = try settings("Inputs/state", labels: colors, in: folder)
        settings.inputs = [input(0, .picture), input(1, .value(0))]
        settings.output.dimensions = [1, 5]
        let reason = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        // Only its outputs are left to be told apart: scores and state look alike.
        #expect(reason?.keyPath?.hasPrefix("backend.output") == true)
    }

    @Test(arguments: faults)
    func `a wrong declaration is refused, and both sides are named`(fault: Fault) throws {
        let folder = try Scratch()
        var settings = try BackendsTests.settings("Inputs/\(fault.model)", labels: colors, in: folder)
        settings.output.dimensions = [fault.model.hasPrefix("batch-4") ? 4 : 1, 5]
        fault.change(&settings)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        let words = fault.words.split(separator: "MODEL", omittingEmptySubsequences: false)
            .joined(separator: settings.model.description)
        #expect(error?.description == words)
    }

    @Test func `everything that is wrong with several inputs is said at once`() throws {
        let folder = try Scratch()
        var settings = try BackendsTests.settings("Inputs/several", labels: colors, in: folder)
        settings.output.dimensions = [1, 5]
        settings.inputs = [
            input(0, .picture) {
                $0.type = .uint8
                $0.layout = .channelsFirst
                $0.mean = [1, 2]
            },
            input(1, .value(0)) { $0.dimensions = [2, 2] }, input(2, .value(0.5)), input(3, .value(0)),
            input(4, .value(0)) { $0.type = .int64 }, input(5, .value(0)),
        ]
        #expect(
            TFLitePlan.problems(settings).map(\.keyPath) == [
                "backend.inputs[0].type", "backend.inputs[0].layout", "backend.inputs[0].mean",
                "backend.inputs[1].dimensions", "backend.inputs[2].feed", "backend.inputs[4].type",
            ])
    }
}

private let all =
    "0 \"in6_several\" float32 [1, 6, 8, 3], 1 \"in5_several\" float32 [1, 2], 2 \"in4_several\" int32 [2], "
    + "3 \"in3_several\" bool [], 4 \"in2_several\" int8 [3], 5 \"in1_several\" int64 [1]"

private typealias Fault = InputRefusalTests.Fault
private let faults: [InputRefusalTests.Fault] = [
    Fault("another type", "float16", "backend.input.type: the manifest says float32, MODEL has float16") {
        $0.input.type = .float32
    },
    Fault(
        "dimensions of another order", "float32-nchw",
        "backend.input.dimensions: the manifest says [1, 6, 8, 3], MODEL has [1, 3, 6, 8]"
    ) { $0.input.dimensions = [1, 6, 8, 3] },
    Fault(
        "another layout", "float32-bgr",
        "backend.input.layout: the manifest says NCHW, MODEL has [1, 6, 8, 3], which holds no picture of 1 or 3 "
            + "channels in that order"
    ) { $0.input.layout = .channelsFirst },
    Fault(
        "a layout that is not clear", "ambiguous",
        "backend.input.layout: MODEL has the input [1, 3, 8, 3], which may be NHWC or NCHW; say which"
    ) { _ in },
    Fault(
        "a layout of three that is not clear", "float32-rank3-planes",
        "backend.input.layout: MODEL has the input [3, 6, 8], which may be NHWC or NCHW; say which"
    ) { _ in },
    Fault(
        "grey where there are colors", "float32-bgr",
        "backend.input.channels: the manifest says greyscale, MODEL has 3 channels"
    ) {
        $0.input.channels = .greyscale
    },
    Fault("colors where there is grey", "int64", "backend.input.channels: the manifest says BGR, MODEL has 1 channel") {
        $0.input.channels = .bgr
    },
    Fault("a mean for pixels", "int32", "backend.input.mean: MODEL takes int32, the pixels themselves; leave mean out")
    {
        $0.input.mean = [1]
    },
    Fault(
        "an input that is not there", "int32",
        "backend.input.index: the manifest says 1, MODEL has 1 input: 0 \"in1_int32\" int32 [1, 6, 8, 3]"
    ) {
        $0.input.index = 1
    },
    Fault(
        "a name that is not there", "several",
        "backend.inputs[0].name: the manifest says image, MODEL has the inputs \(all)"
    ) {
        $0.inputs = [input(0, nil) { ($0.index, $0.name) = (nil, "image") }]
    },
    Fault(
        "a name and the number of another", "several",
        "backend.inputs[0].name: the manifest says in5_several, MODEL has 0 \"in6_several\" float32 [1, 6, 8, 3]"
    ) {
        $0.inputs = [input(0, nil) { $0.name = "in5_several" }]
    },
    Fault("one twice", "several", "backend.inputs[1]: input 1 \"in5_several\" float32 [1, 2] is listed twice") {
        $0.inputs = [input(1, .value(0)), input(1, .value(1))]
    },
    Fault(
        "some left out", "several",
        "backend.inputs: MODEL has 6 inputs (\(all)); say what each receives: "
            + "inputs: [{index: 0, feed: picture}, {index: 1, feed: {value: 0.5}}, {index: 2, feed: zeros}, "
            + "{index: 3, feed: zeros}, {index: 4, feed: zeros}, {index: 5, feed: zeros}]"
    ) {
        $0.inputs = [input(1, .value(0.5))]
    },
    Fault(
        "a picture for what takes none", "several",
        "backend.model: MODEL cannot be used: it takes a row of numbers, such as sound or measurements, not a "
            + "picture: input [1, 2] float32"
    ) {
        $0.inputs = [
            input(0, .value(0)), input(1, .picture), input(2, .value(0)), input(3, .value(0)), input(4, .value(0)),
            input(5, .value(0)),
        ]
    },
    Fault(
        "a value that the type cannot hold", "several",
        "backend.inputs[3].feed: 2.0 is not a number that bool can hold (MODEL)"
    ) {
        $0.inputs = [
            input(0, .picture), input(1, .value(0)), input(2, .value(0)), input(3, .value(2)), input(4, .value(0)),
            input(5, .value(0)),
        ]
    },
    Fault(
        "two fits for one picture", "two-pictures",
        "backend.model: MODEL cannot be used: its inputs 0 \"in3_two_pictures\" uint8 [1, 6, 8, 3] and "
            + "1 \"in2_two_pictures\" uint8 [1, 6, 8, 3] take pictures of different sizes, channels, fit or decoding, "
            + "and one picture is prepared for all; feed one of them zeros or a value"
    ) {
        $0.inputs = [input(0, .picture), input(1, .picture) { $0.fit = .crop }, input(2, .value(0))]
    },
]
