internal import Text
internal import JSON
internal import Platform
internal import Domain

/// Dominant colours: ImageProperties of `image_annotator.proto`, components of 0...255.
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
