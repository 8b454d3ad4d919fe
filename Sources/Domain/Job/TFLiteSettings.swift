package import Platform

/// `backend: {kind: tflite}`: a local TensorFlow Lite model.
package struct TFLiteSettings: Equatable, Sendable {
    /// Element types that a manifest can name.
    package enum TensorType: String, CaseIterable, Sendable {
        case float32, float16, uint8, int8, int16, int32, int64, bool
    }

    /// The model file, absolute; where only `hosted` says which model it is, the name that messages have for it.
    package var model: FilePath
    /// The hosted model that is used where it can be had; nil once the model's file is decided.
    package var hosted: HostedModel?
    /// Whether `model` is a file of the user's own, the fall-back of a hosted model.
    package var isBundled = true
    /// The name that recipes give the model: where it came from; nil: the file's own.
    package var modelName: String?
    /// The labels file, absolute; nil: the labels inside the model.
    package var labels: FilePath?
    /// What is said under `input`: of the one input that takes the picture.
    package var input = Input()
    /// What is said under `inputs`, where that stands in place of `input`.
    package var inputs: [Input] = []
    /// What is said under `output`: of the one output that is read.
    package var output = Output()
    /// What is said under `outputs`, where that stands in place of `output`.
    package var outputs: [Output] = []
    /// Labels of classes that are left out.
    package var ignore: [String] = []
    /// Scores below are left out; default 0, and none for scores that are not probabilities.
    package var threshold: Float?
    /// The most annotations; default 10.
    package var maxResults: Int?

    /// Settings with the model only.
    package init(model: FilePath) {
        self.model = model
    }
}
