internal import Text
internal import JSON
internal import Domain

/// What an AnnotateImageRequest says besides its image: `,"features":[...],"imageContext":{...}`.
///
/// Names and order are those of `google/cloud/vision/v1/image_annotator.proto`; what has its default is left out, but
/// for `maxResults`, whose default the API leaves open.
struct FeatureText {
    /// The text, from the comma behind the image to before the closing brace.
    private(set) var bytes: [UInt8] = []

    init(_ questions: [FeatureQuery]) {
        add(",\"features\":[")
        for (place, question) in questions.enumerated() {
            add(place == 0 ? "{\"type\":" : ",{\"type\":")
            bytes.append(json: question.feature.type.rawValue)
            if let limit = question.feature.effectiveMaxResults { add(",\"maxResults\":\(limit)") }
            add(",\"model\":")
            bytes.append(json: question.model)
            add("}")
        }
        add("]")
        let context = contextFields(questions.map(\.feature))
        if !context.isEmpty { add(",\"imageContext\":{\(context.joined(separator: ","))}") }
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// The members of the ImageContext that some features need together.
private func contextFields(_ features: [Feature]) -> [String] {
    var fields: [String] = []
    let hints = united(features.map(\.languageHints))
    if !hints.isEmpty { fields.append("\"languageHints\":\(list(hints))") }
    let ratios = features.flatMap(\.aspectRatios)
    if !ratios.isEmpty {
        fields.append("\"cropHintsParams\":{\"aspectRatios\":[\(ratios.map { "\($0)" }.joined(separator: ","))]}")
    }
    if let search = features.compactMap(\.productSearch).first {
        fields.append("\"productSearchParams\":\(search.json)")
    }
    var text: [String] = []
    if features.contains(where: \.enableTextDetectionConfidenceScore) {
        text.append("\"enableTextDetectionConfidenceScore\":true")
    }
    let options = united(features.map(\.advancedOcrOptions))
    if !options.isEmpty { text.append("\"advancedOcrOptions\":\(list(options))") }
    if !text.isEmpty { fields.append("\"textDetectionParams\":{\(text.joined(separator: ","))}") }
    return fields
}

extension ProductSearch {
    /// The parameters as ProductSearchParams.
    var json: String {
        var fields: [String] = []
        if !boundingPoly.isEmpty {
            // The proto's vertices are 32-bit: a wider form would only show digits that were never written.
            let corners = boundingPoly.map { "{\"x\":\(Float($0.x)),\"y\":\(Float($0.y))}" }
            fields.append("\"boundingPoly\":{\"normalizedVertices\":[\(corners.joined(separator: ","))]}")
        }
        fields.append("\"productSet\":\(jsonString(productSet))")
        fields.append("\"productCategories\":\(list(productCategories))")
        if let filter { fields.append("\"filter\":\(jsonString(filter))") }
        return "{\(fields.joined(separator: ","))}"
    }
}

/// Each word once, in the order of first mention.
private func united(_ lists: [[String]]) -> [String] {
    var found: [String] = []
    for word in lists.joined() where !found.contains(word) { found.append(word) }
    return found
}

/// Texts as a JSON array.
func list(_ texts: [String]) -> String { "[\(texts.map(jsonString).joined(separator: ","))]" }
