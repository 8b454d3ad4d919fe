internal import JSON
internal import Domain
internal import Services

/// What the web knows of a picture: WebDetection of `web_detection.proto`.
///
/// An entity's score is not normalized; those of pictures and pages are deprecated, and mostly absent.
func web(_ message: JSONNode?) throws(MalformedValue) -> [Annotation] {
    guard let message else { return [] }
    let entities = try message.messages(at: "webEntities").enumerated().map { rank, item throws(MalformedValue) in
        Annotation(
            kind: .webEntity, rank: rank, description: try item.string(at: "description"),
            mid: try item.words(at: "entityId"), score: try item.float(at: "score") ?? 0)
    }
    var pictures: [(String, JSONNode)] = []
    for (name, match) in matches { pictures += try message.messages(at: name).map { (match, $0) } }
    let images = try pictures.enumerated().map { rank, picture throws(MalformedValue) in
        var attributes = Attributes()
        attributes.add("match", picture.0)
        return Annotation(
            kind: .webImage, rank: rank, description: try picture.1.string(at: "url"),
            score: try picture.1.givenFloat(at: "score"),
            attributes: attributes.json)
    }
    let labels = try message.messages(at: "bestGuessLabels").enumerated().map { rank, item throws(MalformedValue) in
        var annotation = Annotation(kind: .webLabel, rank: rank, description: try item.string(at: "label"))
        annotation.locale = try item.words(at: "languageCode")
        return annotation
    }
    let pages = try message.messages(at: "pagesWithMatchingImages").enumerated().map {
        rank, item throws(MalformedValue) in try page(rank, item)
    }
    return entities + images + pages + labels
}

private let matches = [
    ("fullMatchingImages", "full"), ("partialMatchingImages", "partial"), ("visuallySimilarImages", "similar"),
]

private func page(_ rank: Int, _ item: JSONNode) throws(MalformedValue) -> Annotation {
    var attributes = Attributes()
    attributes.add("pageTitle", try item.words(at: "pageTitle"))
    for name in ["fullMatchingImages", "partialMatchingImages"] {
        let urls = try item.messages(at: name).map { one throws(MalformedValue) in try one.string(at: "url") }
            .filter { !$0.isEmpty }
        if !urls.isEmpty { attributes.add(name, json: list(urls)) }
    }
    return Annotation(
        kind: .webPage, rank: rank, description: try item.string(at: "url"),
        score: try item.givenFloat(at: "score"),
        attributes: attributes.json)
}
