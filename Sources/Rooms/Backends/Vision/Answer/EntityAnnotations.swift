internal import JSON
internal import Vocabulary

/// Labels, landmarks and logos: EntityAnnotation of `image_annotator.proto`.
func entities(_ items: [JSONNode], _ kind: Annotation.Kind, _ frame: Frame) -> [Annotation] {
    items.enumerated().map { rank, item in
        let outline = frame.outline(item["boundingPoly"])
        var attributes = Attributes()
        attributes.add("confidence", item["confidence"]?.float.flatMap { $0 == 0 ? nil : $0 })
        attributes.add("properties", item["properties"]?.objects.map(property) ?? [])
        attributes.add(outline)
        var annotation = Annotation(
            kind: kind, rank: rank, description: item["description"]?.string ?? "", mid: item["mid"]?.words,
            score: item["score"]?.float ?? 0, polygon: outline.points, attributes: attributes.json)
        let topicality = item["topicality"]?.float ?? 0
        // A label always has one; of others the API says nothing, which reads as 0 in a relay's form.
        annotation.topicality = kind == .label || topicality != 0 ? topicality : nil
        annotation.locale = item["locale"]?.words
        annotation.locations = item["locations"]?.objects.compactMap(coordinate) ?? []
        return annotation
    }
}

/// A LocationInfo's place; nil where it has none, or none on the earth.
private func coordinate(_ location: JSONNode) -> Coordinate? {
    guard let point = location["latLng"], point.isObject else { return nil }
    let place = Coordinate(latitude: point["latitude"]?.number ?? 0, longitude: point["longitude"]?.number ?? 0)
    guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { return nil }
    return place
}

private func property(_ property: JSONNode) -> Attributes {
    var attributes = Attributes()
    attributes.add("name", property["name"]?.string ?? "")
    attributes.add("value", property["value"]?.words)
    // A 64-bit number is text in JSON.
    attributes.add("uint64Value", property["uint64Value"]?.words.flatMap { $0 == "0" ? nil : $0 })
    return attributes
}
