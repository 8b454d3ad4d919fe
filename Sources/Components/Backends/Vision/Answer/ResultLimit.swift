internal import JSON
package import Domain

extension Recipe {
    /// The most results of a list that the service gives in the order of their scores, and cuts last; nil for features
    /// that have another answer.
    var resultLimit: Int? {
        switch feature {
        case .labelDetection, .landmarkDetection, .logoDetection, .objectLocalization:
            (try? JSONDocument(Array(parameters.utf8)))?.root["maxResults"]?.integer
        default: nil
        }
    }

    /// Whether a response to another recipe may answer this one, too: only the most results that it gives differ.
    package func isAnswered(byResponsesTo other: Recipe) -> Bool {
        guard self != other, let limit = resultLimit, let otherLimit = other.resultLimit else { return false }
        let parameters = other.parameters.replacing("\"maxResults\":\(otherLimit)", with: "\"maxResults\":\(limit)")
        return self
            == Recipe(
                backend: other.backend, model: other.model, modelVersion: other.modelVersion, feature: other.feature,
                parameters: parameters, preparation: other.preparation)
    }
}

/// Reads the answer to a recipe from the response to another one, of which only the most results differ.
///
/// - Returns: nil where the response does not tell: it cannot be read, or it has as many results as were asked for, and
///   more are asked for now.
package func answer(to recipe: Recipe, from raw: RawResponse, original: Size?, to other: Recipe) -> Answer? {
    guard raw.sent == nil || original != nil, let limit = recipe.resultLimit, let otherLimit = other.resultLimit,
        let found = try? reparse(raw, original: original, recipes: [other, recipe]), found.count == 2,
        limit <= otherLimit || found[0].annotations.count < otherLimit
    else { return nil }
    return found[1]
}
