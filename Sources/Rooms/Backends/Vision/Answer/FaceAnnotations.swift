internal import JSON
internal import Vocabulary

/// Faces: FaceAnnotation of `image_annotator.proto`.
func faces(_ items: [JSONNode], _ frame: Frame) -> [Annotation] {
    items.enumerated().map { rank, item in
        let outline = frame.outline(item["boundingPoly"])
        var attributes = Attributes()
        for name in ["rollAngle", "panAngle", "tiltAngle", "landmarkingConfidence"] {
            attributes.add(name, item[name]?.float ?? 0)
        }
        for name in likelihoods {
            attributes.add(name, item[name]?.name(in: WireNames.likelihoods) ?? WireNames.likelihoods[0])
        }
        attributes.add("fdBoundingPoly", frame.outline(item["fdBoundingPoly"]).points)
        attributes.add("landmarks", item["landmarks"]?.objects.map { landmark($0, frame) } ?? [])
        attributes.add(outline)
        return Annotation(
            kind: .face, rank: rank, description: "", score: item["detectionConfidence"]?.float ?? 0,
            polygon: outline.points, attributes: attributes.json)
    }
}

private let likelihoods = [
    "joyLikelihood", "sorrowLikelihood", "angerLikelihood", "surpriseLikelihood", "underExposedLikelihood",
    "blurredLikelihood", "headwearLikelihood",
]

/// An eye, a corner of the mouth: x and y in pixels of the upright original, z in the same measure.
private func landmark(_ landmark: JSONNode, _ frame: Frame) -> Attributes {
    let position = landmark["position"]
    func sent(_ axis: String) -> Double { Double(position?[axis]?.float ?? 0) }
    var attributes = Attributes()
    attributes.add("type", landmark["type"]?.name(in: WireNames.faceLandmarks) ?? WireNames.faceLandmarks[0])
    for point in frame.original([Point(x: sent("x"), y: sent("y"))]) {
        attributes.add("x", json: "\(point.x)")
        attributes.add("y", json: "\(point.y)")
        attributes.add("z", json: "\(sent("z") * (frame.placement?.scale.x ?? 1))")
    }
    return attributes
}
