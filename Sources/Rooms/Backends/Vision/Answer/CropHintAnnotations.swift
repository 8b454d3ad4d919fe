internal import JSON
internal import Vocabulary

/// Crop hints: CropHintsAnnotation of `image_annotator.proto`, in the order of the aspect ratios asked for.
func cropHints(_ message: JSONNode?, _ frame: Frame) -> [Annotation] {
    (message?["cropHints"]?.objects ?? []).enumerated().map { rank, item in
        let outline = frame.outline(item["boundingPoly"])
        var attributes = Attributes()
        attributes.add("importanceFraction", item["importanceFraction"]?.float ?? 0)
        attributes.add(outline)
        return Annotation(
            kind: .cropHint, rank: rank, description: "", score: item["confidence"]?.float ?? 0,
            polygon: outline.points, attributes: attributes.json)
    }
}
