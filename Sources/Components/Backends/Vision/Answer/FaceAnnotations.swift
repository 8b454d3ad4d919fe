internal import JSON
internal import Domain

/// Faces: FaceAnnotation of `image_annotator.proto`.
func faces(_ items: [JSONNode], _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    try items.enumerated().map { rank, item throws(MalformedValue) in
        let outline = try frame.outline(item.message(at: "boundingPoly"))
        var attributes = Attributes()
        for name in ["rollAngle", "panAngle", "tiltAngle", "landmarkingConfidence"] {
            attributes.add(name, try item.float(at: name) ?? 0)
        }
        for name in likelihoods {
            attributes.add(name, try item.name(at: name, in: WireNames.likelihoods))
        }
        attributes.add("fdBoundingPoly", try frame.outline(item.message(at: "fdBoundingPoly")).points)
        attributes.add(
            "landmarks",
            try item.messages(at: "landmarks").map { one throws(MalformedValue) in try landmark(one, frame) })
        attributes.add(outline)
        return Annotation(
            kind: .face, rank: rank, description: "", score: try item.float(at: "detectionConfidence") ?? 0,
            polygon: outline.points, attributes: attributes.json)
    }
}

private let likelihoods = [
    "joyLikelihood", "sorrowLikelihood", "angerLikelihood", "surpriseLikelihood", "underExposedLikelihood",
    "blurredLikelihood", "headwearLikelihood",
]

/// An eye, a corner of the mouth: x and y in pixels of the upright original, z in the same measure.
private func landmark(_ landmark: JSONNode, _ frame: Frame) throws(MalformedValue) -> Attributes {
    let position = try landmark.message(at: "position")
    func sent(_ axis: String) throws(MalformedValue) -> Double { Double(try position?.float(at: axis) ?? 0) }
    var attributes = Attributes()
    attributes.add("type", try landmark.name(at: "type", in: WireNames.faceLandmarks))
    for point in frame.original([Point(x: try sent("x"), y: try sent("y"))]) {
        attributes.add("x", json: "\(point.x)")
        attributes.add("y", json: "\(point.y)")
        attributes.add("z", json: "\(try sent("z") * (frame.placement?.scale.x ?? 1))")
    }
    return attributes
}
