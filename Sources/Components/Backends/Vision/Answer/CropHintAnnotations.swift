internal import JSON
internal import Domain

/// Crop hints: CropHintsAnnotation of `image_annotator.proto`, in the order of the aspect ratios asked for.
func cropHints(_ message: JSONNode?, _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    try (message?.messages(at: "cropHints") ?? []).enumerated().map { rank, item throws(MalformedValue) in
        let outline = try frame.outline(item.message(at: "boundingPoly"))
        var attributes = Attributes()
        attributes.add("importanceFraction", try item.float(at: "importanceFraction") ?? 0)
        attributes.add(outline)
        return Annotation(
            kind: .cropHint, rank: rank, description: "", score: try item.float(at: "confidence") ?? 0,
            polygon: outline.points, attributes: attributes.json)
    }
}
