internal import Text
internal import JSON
internal import Platform
internal import Domain
internal import Services

/// Dominant colors: ImageProperties of `image_annotator.proto`, components of 0...255.
func colors(_ message: JSONNode?) throws(MalformedValue) -> [Annotation] {
    let items = try message?.message(at: "dominantColors")?.messages(at: "colors") ?? []
    return try items.enumerated().map { rank, item throws(MalformedValue) in
        let color = try item.message(at: "color")
        let names = ["red", "green", "blue"]
        let components = try names.map { name throws(MalformedValue) in try color?.float(at: name) ?? 0 }
        var attributes = Attributes()
        for (name, component) in zip(names, components) { attributes.add(name, component) }
        attributes.add("alpha", try color?.floatValue(at: "alpha"))
        attributes.add("pixelFraction", try item.float(at: "pixelFraction") ?? 0)
        let bytes = components.map { UInt8(min(max($0.rounded(), 0), 255)) }
        return Annotation(
            kind: .color, rank: rank, description: "#\(hexadecimal(bytes))", score: try item.float(at: "score") ?? 0,
            attributes: attributes.json)
    }
}

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
