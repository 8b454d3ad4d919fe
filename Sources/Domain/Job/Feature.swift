/// One thing that is asked of every image, with its parameters: an entry of `features` in the manifest.
package struct Feature: Equatable, Sendable {
    /// The models a feature can name.
    package enum Model: String, CaseIterable, Sendable {
        case stable = "builtin/stable"
        case latest = "builtin/latest"
        /// For the two text features only.
        case weekly = "builtin/weekly"
    }

    /// What Vision sends at most unless told otherwise; always sent, for the API leaves the default undocumented.
    package static let defaultMaxResults = 10

    /// What is asked.
    package var type: FeatureType
    /// The most annotations; nil where the manifest cannot say: Vision ignores it for text and crop hints, and
    /// a local model's is a setting of the backend.
    package var maxResults: Int?
    /// The model; nil: the backend's.
    package var model: Model?
    /// Languages of the text, as BCP-47 tags; normally empty.
    package var languageHints: [String] = []
    /// Whether text annotations carry a confidence.
    package var enableTextDetectionConfidenceScore = false
    /// Switches of the text recognition: `legacy_layout`.
    package var advancedOcrOptions: [String] = []
    /// Whether the symbols of text are kept, too, each with its box.
    ///
    /// It decides what is kept of an answer and not what is asked: it is not a part of a recipe.
    package var symbols = false
    /// Width divided by height of the wanted crops, at most 16.
    package var aspectRatios: [Float] = []
    /// What `PRODUCT_SEARCH` looks for.
    package var productSearch: ProductSearch?

    /// A feature without parameters.
    package init(type: FeatureType, maxResults: Int? = nil) {
        self.type = type
        self.maxResults = maxResults
    }
}
