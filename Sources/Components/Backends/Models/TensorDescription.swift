internal import LiteRT
internal import Services

/// What a model file says of one input or output.
package struct TensorDescription: Sendable {
    /// Its place among the inputs, or among the outputs.
    package let index: Int
    /// Its name in the graph.
    package let name: String
    /// Its elements' type: `float32`.
    package let type: String
    /// Its dimensions; -1 where the model leaves one open.
    package let dimensions: [Int]
    /// The step between two integers; nil: not quantized by one scale.
    package let scale: Float?
    /// The integer that stands for 0.
    package let zeroPoint: Int?
    /// The author's name for it.
    package let title: String?
    /// What the author says of it.
    package let description: String?
    /// Subtracted from pixels; nil: the author says nothing.
    package let mean: [Float]?
    /// What pixels are divided by after that.
    package let std: [Float]?
    /// The score below which the author leaves results out.
    package let threshold: Float?
    /// Whether the author calibrates its scores.
    package let hasCalibration: Bool

    init(
        _ tensor: TensorInfo, dimensions: [Int], at index: Int, _ metadata: ModelMetadata.Tensor?,
        _ card: ModelCard.Output?
    ) {
        self.index = index
        name = tensor.name
        type = "\(tensor.type)"
        self.dimensions = dimensions
        scale = tensor.quantization?.scale
        zeroPoint = tensor.quantization?.zeroPoint
        title = metadata?.name
        description = card?.description
        mean = metadata?.normalization?.mean
        std = metadata?.normalization?.std
        threshold = card?.threshold
        hasCalibration = card?.hasCalibration ?? false
    }
}

/// A model's labels, in short.
package struct LabelsDescription: Sendable {
    /// How many there are.
    package let count: Int
    /// The first of them: display names where the model has any.
    package let first: [String]
    /// The class names of these; nil where there are no display names.
    package let classNames: [String]?
    /// Where they are.
    package let source: String

    init(_ labels: Labels) {
        count = labels.words.count
        first = labels.words.indices.prefix(5).map(labels.word)
        classNames = labels.displayNames.isEmpty ? nil : Array(labels.words.prefix(5))
        source = labels.source
    }
}
