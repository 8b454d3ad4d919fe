internal import Domain

/// One feature as the Vision API is asked for it, and the recipe that its answers are kept under.
struct FeatureQuery: Sendable {
    /// What the answers are kept under.
    let recipe: Recipe
    /// What is asked, with its parameters.
    let feature: Feature
    /// The model that is asked: `builtin/stable`.
    let model: String

    /// A question to the API, asked straight or behind a function.
    ///
    /// - Parameters:
    ///   - backend: the backend's kind.
    ///   - model: the model of a feature that names none.
    ///   - place: what else of the service decides the answer; nothing for Google's own.
    init(
        _ feature: Feature, backend: BackendSettings.Kind, model: VisionSettings.Model, preparation: Preparation,
        place: [(name: String, json: String)]
    ) {
        self.feature = feature
        self.model = feature.model?.rawValue ?? model.rawValue
        recipe = Recipe(
            backend: backend.rawValue, model: self.model, feature: feature.type,
            parameters: object([("requestVersion", "\(requestVersion)")] + feature.parameters + place),
            preparation: preparation.json(for: feature.type))
    }
}

extension Feature {
    /// The most annotations, where the API takes it: text and crop hints ignore it.
    var effectiveMaxResults: Int? {
        switch type {
        case .textDetection, .documentTextDetection, .cropHints: nil
        default: maxResults ?? Feature.defaultMaxResults
        }
    }

    /// The parameters as a recipe has them; one that is left to its default is not there.
    fileprivate var parameters: [(name: String, json: String)] {
        var parts: [(name: String, json: String)] = []
        if let effectiveMaxResults { parts.append(("maxResults", "\(effectiveMaxResults)")) }
        if !languageHints.isEmpty { parts.append(("languageHints", list(languageHints))) }
        if enableTextDetectionConfidenceScore { parts.append(("enableTextDetectionConfidenceScore", "true")) }
        if !advancedOcrOptions.isEmpty { parts.append(("advancedOcrOptions", list(advancedOcrOptions))) }
        if !aspectRatios.isEmpty {
            parts.append(("aspectRatios", "[\(aspectRatios.map { "\($0)" }.joined(separator: ","))]"))
        }
        if let productSearch { parts.append(("productSearch", productSearch.json)) }
        return parts
    }
}

/// The version of how the API is asked: part of every recipe, so raising it asks, and pays for, everything again.
///
/// How answers are read is not a part of it: they are read again from the stored response.
private let requestVersion = 1
