internal import JSON
internal import Domain
internal import Services

/// Labels, landmarks and logos: EntityAnnotation of `image_annotator.proto`.
func entities(_ items: [JSONNode], _ kind: Annotation.Kind, _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    try items.enumerated().map { rank, item throws(MalformedValue) in
        let outline = try frame.outline(item.message(at: "boundingPoly"))
        var attributes = Attributes()
        attributes.add("confidence", try item.givenFloat(at: "confidence"))
        attributes.add(
            "properties", try item.messages(at: "properties").map { one throws(MalformedValue) in try property(one) })
        attributes.add(outline)
        var annotation = Annotation(
            kind: kind, rank: rank, description: try item.string(at: "description"), mid: try item.words(at: "mid"),
            score: try item.float(at: "score") ?? 0, polygon: outline.points, attributes: attributes.json)
        let topicality = try item.float(at: "topicality") ?? 0
        // A label always has one; of others the API says nothing, which reads as 0 in a relay's form.
        annotation.topicality = kind == .label || topicality != 0 ? topicality : nil
        annotation.locale = try item.words(at: "locale")
        for location in try item.messages(at: "locations") {
            if let place = try coordinate(location) { annotation.locations.append(place) }
        }
        return annotation
    }
}

/// A LocationInfo's place, with 0 for a coordinate that is absent; nil where it has none (`google/type/latlng.proto`).
private func coordinate(_ location: JSONNode) throws(MalformedValue) -> Coordinate? {
    guard let point = try location.message(at: "latLng") else { return nil }
    func degrees(_ name: String, upTo limit: Double) throws(MalformedValue) -> Double {
        let degrees = try point.double(at: name) ?? 0
        guard abs(degrees) <= limit else {
            throw MalformedValue(node: point[name] ?? point, expected: "a number from -\(Int(limit)) to \(Int(limit))")
        }
        return degrees
    }
    return Coordinate(latitude: try degrees("latitude", upTo: 90), longitude: try degrees("longitude", upTo: 180))
}

private func property(_ property: JSONNode) throws(MalformedValue) -> Attributes {
    var attributes = Attributes()
    attributes.add("name", try property.string(at: "name"))
    attributes.add("value", try property.words(at: "value"))
    attributes.add("uint64Value", try property.unsigned(at: "uint64Value"))
    return attributes
}
