package import Crypto

/// Everything that decides an answer besides the image.
///
/// The digest of a recipe and an image's together are the work key: what was answered once is not asked again.
package struct Recipe: Hashable, Sendable {
    /// The backend's kind: `tflite`.
    package let backend: String
    /// The model as people name it, with its version: `scenes.tflite@1a2b3c4d`.
    package let model: String
    /// What is asked.
    package let feature: FeatureType
    /// The backend, model name and feature without version and parameters: a newer answer of the same
    /// lineage replaces the older one in the views.
    package let lineage: String
    /// All that decides the answer, as one canonical line: names and values in a fixed order.
    package let description: String

    /// A recipe.
    package init(backend: String, model: String, feature: FeatureType, lineage: String, description: String) {
        self.backend = backend
        self.model = model
        self.feature = feature
        self.lineage = lineage
        self.description = description
    }

    /// SHA-256 of the description.
    package var digest: Digest { Digest(of: description) }
}
