package import Crypto

/// Everything that decides an answer besides the image.
///
/// The digest of a recipe and an image's together are the work key: what was answered once is not asked again.
package struct Recipe: Hashable, Sendable {
    /// The backend's kind: `tflite`.
    package let backend: String
    /// The model as people name it: `builtin/stable`, `scenes.tflite@1a2b3c4d`.
    package let model: String
    /// The model's version, where it has one: `1a2b3c4d`.
    package let modelVersion: String?
    /// What is asked.
    package let feature: FeatureType
    /// How it is asked, as a JSON object with its keys in a fixed order: `{"requestVersion":1,"maxResults":10}`.
    package let parameters: String
    /// What the picture is made into before it is asked about, as a JSON object with its keys in a fixed order.
    package let preparation: String

    /// A recipe.
    package init(
        backend: String, model: String, modelVersion: String? = nil, feature: FeatureType, parameters: String,
        preparation: String
    ) {
        self.backend = backend
        self.model = model
        self.modelVersion = modelVersion
        self.feature = feature
        self.parameters = parameters
        self.preparation = preparation
    }

    /// SHA-256 of all the parts, each behind its count of bytes; a model file is its version, whatever its name is.
    package var digest: Digest {
        let parts = [backend, modelVersion.map { "@\($0)" } ?? model, feature.rawValue, parameters, preparation]
        return Digest(of: parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n"))
    }
}

/// How a recipe that a job asks differs from those that the job asked before, or whose answers its rows show.
package enum RecipeChange: Equatable, Sendable {
    /// The job has not asked this feature.
    case featureAdded
    /// The job has asked another model for this feature.
    case modelChanged(from: RecipeID)
    /// The job has asked the same model with other parameters.
    case parametersChanged(from: RecipeID)
}
