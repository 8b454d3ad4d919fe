internal import JSON
internal import Vocabulary

/// Objects: LocalizedObjectAnnotation of `image_annotator.proto`.
func objects(_ items: [JSONNode], _ frame: Frame) -> [Annotation] {
    items.enumerated().map { rank, item in
        let outline = frame.outline(item["boundingPoly"])
        var attributes = Attributes()
        attributes.add(outline)
        var annotation = Annotation(
            kind: .object, rank: rank, description: item["name"]?.string ?? "", mid: item["mid"]?.words,
            score: item["score"]?.float ?? 0, polygon: outline.points, attributes: attributes.json)
        annotation.locale = item["languageCode"]?.words
        return annotation
    }
}
