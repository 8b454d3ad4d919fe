extension TFLiteSettings {
    /// What the manifest says of one of the model's outputs; what it leaves out comes from the model.
    package struct Output: Equatable, Sendable {
        /// Its number among the model's outputs, from 0.
        package var index: Int?
        /// Its name: the tensor's, the signature's or the metadata's.
        package var name: String?
        /// Element type, checked against the model.
        package var type: TensorType?
        /// Dimensions, checked against the model.
        package var dimensions: [Int]?
        /// What the numbers mean; nil: what the model leaves no doubt of.
        package var meaning: Meaning?
        /// What makes scores of the numbers; nil: by the model's metadata and its last operation.
        package var activation: Activation?

        /// An output of which nothing is said.
        package init() {}
    }

    /// What a model's outputs are.
    package enum Meaning: String, CaseIterable, Sendable {
        /// One score for each label.
        case classification
        /// Boxes, classes, scores and a count.
        case detection
        /// The picture in the model's own numbers.
        case embedding
        /// A class for every pixel.
        case segmentation
        /// Numbers that are kept as they are.
        case raw
    }

    /// What makes scores of a model's numbers.
    package enum Activation: String, CaseIterable, Sendable {
        /// Shares of all classes, which sum up to 1.
        case softmax
        /// Each number by itself, between 0 and 1.
        case sigmoid
        /// Nothing: the numbers are the scores.
        case unchanged = "none"
    }

    /// What is said of outputs, each with the key that it stands under.
    package var declaredOutputs: [(key: String, output: Output)] {
        if outputs.isEmpty { return [("backend.output", output)] }
        return outputs.enumerated().map { ("backend.outputs[\($0)]", $1) }
    }
}

extension TFLiteSettings.Meaning {
    /// What a recipe of this meaning is asked for.
    package var feature: FeatureType {
        switch self {
        case .classification: .labelDetection
        case .detection: .objectLocalization
        case .embedding: .imageEmbedding
        case .segmentation: .imageSegmentation
        case .raw: .rawTensors
        }
    }
}
