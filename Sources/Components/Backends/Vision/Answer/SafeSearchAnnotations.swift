internal import JSON
internal import Domain

/// One annotation for each category of a SafeSearchAnnotation; none where there is no such message.
func safeSearch(_ message: JSONNode?) throws(MalformedValue) -> [Annotation] {
    guard let message else { return [] }
    return try ["adult", "spoof", "medical", "violence", "racy"].enumerated().map {
        rank, category throws(MalformedValue) in
        var attributes = Attributes()
        attributes.add("likelihood", try message.name(at: category, in: WireNames.likelihoods))
        return Annotation(kind: .safeSearch, rank: rank, description: category, attributes: attributes.json)
    }
}
