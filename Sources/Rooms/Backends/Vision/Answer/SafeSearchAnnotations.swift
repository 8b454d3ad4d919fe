internal import JSON
internal import Vocabulary

/// One annotation for each category of a SafeSearchAnnotation; none where there is no such message.
func safeSearch(_ message: JSONNode?) -> [Annotation] {
    guard let message, message.isObject else { return [] }
    return ["adult", "spoof", "medical", "violence", "racy"].enumerated().map { rank, category in
        var attributes = Attributes()
        attributes.add(
            "likelihood", message[category]?.name(in: WireNames.likelihoods) ?? WireNames.likelihoods[0])
        return Annotation(kind: .safeSearch, rank: rank, description: category, attributes: attributes.json)
    }
}
