internal import JSON
internal import Platform
internal import Vocabulary

/// Dominant colours: ImageProperties of `image_annotator.proto`, components of 0...255.
func colors(_ message: JSONNode?) -> [Annotation] {
    let items = message?["dominantColors"]?["colors"]?.objects ?? []
    return items.enumerated().map { rank, item in
        let color = item["color"]
        let names = ["red", "green", "blue"]
        let components = names.map { color?[$0]?.float ?? 0 }
        var attributes = Attributes()
        for (name, component) in zip(names, components) { attributes.add(name, component) }
        attributes.add("alpha", color?["alpha"]?.float)
        attributes.add("pixelFraction", item["pixelFraction"]?.float ?? 0)
        let bytes = components.map { UInt8(min(max($0.rounded(), 0), 255)) }
        return Annotation(
            kind: .color, rank: rank, description: "#\(hexadecimal(bytes))", score: item["score"]?.float ?? 0,
            attributes: attributes.json)
    }
}
