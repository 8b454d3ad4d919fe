package import Platform

/// `backend: {kind: tflite}`: a local TensorFlow Lite model.
package struct TFLiteSettings: Equatable, Sendable {
    /// What the manifest says of the model's input; what it leaves out comes from the model.
    package struct Input: Equatable, Sendable {
        /// Element type, checked against the model.
        package var type: TensorType?
        /// Dimensions, checked against the model: `[1, 224, 224, 3]`.
        package var dimensions: [Int]?
        /// Subtracted from 0...255; one value or one for each channel.
        package var mean: [Float]?
        /// Divided by after that; one value or one for each channel, none of them 0.
        package var std: [Float]?
        /// How the picture's shape is brought to the model's.
        package var fit: Fit?

        /// An input of which nothing is said.
        package init() {}
    }

    /// What the manifest says of the model's output.
    package struct Output: Equatable, Sendable {
        /// Element type, checked against the model.
        package var type: TensorType?
        /// Dimensions, checked against the model.
        package var dimensions: [Int]?
        /// What the numbers mean; nil: by the model (a PostProcess op detects, anything else classifies).
        package var meaning: Meaning?

        /// An output of which nothing is said.
        package init() {}
    }

    /// Element types that a manifest can name.
    package enum TensorType: String, CaseIterable, Sendable {
        case float32, uint8, int8
    }

    /// What a model's outputs are.
    package enum Meaning: String, CaseIterable, Sendable {
        /// One score for each label.
        case classification
        /// Boxes, classes, scores and a count.
        case detection
    }

    /// The model file, absolute.
    package var model: FilePath
    /// The hosted model this file is the fall-back of.
    package var hosted: HostedModel?
    /// The labels file, absolute; nil: the labels inside the model.
    package var labels: FilePath?
    /// The model's input.
    package var input = Input()
    /// The model's output.
    package var output = Output()
    /// Scores below are left out, 0...1; default 0.
    package var threshold: Float?
    /// The most annotations; default 10.
    package var maxResults: Int?

    /// Settings with the model only.
    package init(model: FilePath) {
        self.model = model
    }
}
