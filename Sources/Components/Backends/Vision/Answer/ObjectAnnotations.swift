internal import JSON
internal import Domain

/// Objects: LocalizedObjectAnnotation of `image_annotator.proto`.
func objects(_ items: [JSONNode], _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    try items.enumerated().map { rank, item throws(MalformedValue) in
        let outline = try frame.outline(item.message(at: "boundingPoly"))
        var attributes = Attributes()
        attributes.add(outline)
        var annotation = Annotation(
            kind: .object, rank: rank, description: try item.string(at: "name"), mid: try item.words(at: "mid"),
            score: try item.float(at: "score") ?? 0, polygon: outline.points, attributes: attributes.json)
        annotation.locale = try item.words(at: "languageCode")
        return annotation
    }
}
