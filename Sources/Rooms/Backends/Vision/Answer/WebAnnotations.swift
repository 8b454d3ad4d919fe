internal import JSON
internal import Vocabulary

/// What the web knows of a picture: WebDetection of `web_detection.proto`.
///
/// An entity's score is not normalised; those of pictures and pages are deprecated, and mostly absent.
func web(_ message: JSONNode?) -> [Annotation] {
    guard let message else { return [] }
    func list(_ name: String) -> [JSONNode] { message[name]?.objects ?? [] }
    let entities = list("webEntities").enumerated().map { rank, item in
        Annotation(
            kind: .webEntity, rank: rank, description: item["description"]?.string ?? "",
            mid: item["entityId"]?.words, score: item["score"]?.float ?? 0)
    }
    let pictures = matches.flatMap { name, match in list(name).map { (match, $0) } }
    let images = pictures.enumerated().map { rank, picture in
        var attributes = Attributes()
        attributes.add("match", picture.0)
        return Annotation(
            kind: .webImage, rank: rank, description: picture.1["url"]?.string ?? "", score: picture.1.givenScore,
            attributes: attributes.json)
    }
    let labels = list("bestGuessLabels").enumerated().map { rank, item in
        var annotation = Annotation(kind: .webLabel, rank: rank, description: item["label"]?.string ?? "")
        annotation.locale = item["languageCode"]?.words
        return annotation
    }
    return entities + images + list("pagesWithMatchingImages").enumerated().map(page) + labels
}

private let matches = [
    ("fullMatchingImages", "full"), ("partialMatchingImages", "partial"), ("visuallySimilarImages", "similar"),
]

private func page(_ rank: Int, _ item: JSONNode) -> Annotation {
    var attributes = Attributes()
    attributes.add("pageTitle", item["pageTitle"]?.words)
    for name in ["fullMatchingImages", "partialMatchingImages"] {
        let urls = item[name]?.objects.compactMap { $0["url"]?.words } ?? []
        if !urls.isEmpty { attributes.add(name, json: list(urls)) }
    }
    return Annotation(
        kind: .webPage, rank: rank, description: item["url"]?.string ?? "", score: item.givenScore,
        attributes: attributes.json)
}

extension JSONNode {
    /// A score that is there.
    fileprivate var givenScore: Float? { self["score"]?.float.flatMap { $0 == 0 ? nil : $0 } }
}
