internal import Text
internal import JSON
internal import Domain

/// A JSON object in the making, for what an annotation has beyond its columns.
struct Attributes {
    private var fields: [UInt8] = []

    /// An object without members, or one that was made before.
    init(_ json: String? = nil) { fields = json.map { Array($0.utf8.dropFirst().dropLast()) } ?? [] }

    /// The object; nil where it has no members.
    var json: String? { fields.isEmpty ? nil : "{" + String(decoding: fields, as: UTF8.self) + "}" }

    /// Adds a member of which the value is JSON already; nothing for nil.
    mutating func add(_ name: String, json value: String?) {
        guard let value else { return }
        if !fields.isEmpty { fields.append(UInt8(ascii: ",")) }
        fields.append(json: name)
        fields.append(UInt8(ascii: ":"))
        fields.append(contentsOf: value.utf8)
    }

    /// Adds a text; nothing for nil.
    mutating func add(_ name: String, _ value: String?) { add(name, json: value.map(jsonString)) }

    /// Adds a number, in its shortest form; nothing for nil.
    mutating func add(_ name: String, _ value: Float?) { add(name, json: value.map { "\($0)" }) }

    /// Adds points as `[[x,y],...]`; nothing for none.
    mutating func add(_ name: String, _ points: [Point]) {
        guard !points.isEmpty else { return }
        add(name, json: array(points.map { "[\($0.x),\($0.y)]" }))
    }

    /// Adds corners that could not be brought to pixels.
    mutating func add(_ outline: Frame.PolygonJSON) { add("normalizedVertices", outline.fractions) }

    /// Adds objects as an array; nothing for none.
    mutating func add(_ name: String, _ objects: [Attributes]) {
        guard !objects.isEmpty else { return }
        add(name, json: array(objects.map { $0.json ?? "{}" }))
    }
}

/// A JSON array of values that are JSON already.
private func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

/// The enums of `google/cloud/vision/v1`, by number.
enum WireNames {
    static let likelihoods = ["UNKNOWN", "VERY_UNLIKELY", "UNLIKELY", "POSSIBLE", "LIKELY", "VERY_LIKELY"]
    /// TextAnnotation.DetectedBreak.BreakType.
    static let breaks = ["UNKNOWN", "SPACE", "SURE_SPACE", "EOL_SURE_SPACE", "HYPHEN", "LINE_BREAK"]
    /// Block.BlockType.
    static let blocks = ["UNKNOWN", "TEXT", "TABLE", "PICTURE", "RULER", "BARCODE"]
    /// FaceAnnotation.Landmark.Type.
    static let faceLandmarks = [
        "UNKNOWN_LANDMARK", "LEFT_EYE", "RIGHT_EYE", "LEFT_OF_LEFT_EYEBROW", "RIGHT_OF_LEFT_EYEBROW",
        "LEFT_OF_RIGHT_EYEBROW", "RIGHT_OF_RIGHT_EYEBROW", "MIDPOINT_BETWEEN_EYES", "NOSE_TIP", "UPPER_LIP",
        "LOWER_LIP", "MOUTH_LEFT", "MOUTH_RIGHT", "MOUTH_CENTER", "NOSE_BOTTOM_RIGHT", "NOSE_BOTTOM_LEFT",
        "NOSE_BOTTOM_CENTER", "LEFT_EYE_TOP_BOUNDARY", "LEFT_EYE_RIGHT_CORNER", "LEFT_EYE_BOTTOM_BOUNDARY",
        "LEFT_EYE_LEFT_CORNER", "RIGHT_EYE_TOP_BOUNDARY", "RIGHT_EYE_RIGHT_CORNER", "RIGHT_EYE_BOTTOM_BOUNDARY",
        "RIGHT_EYE_LEFT_CORNER", "LEFT_EYEBROW_UPPER_MIDPOINT", "RIGHT_EYEBROW_UPPER_MIDPOINT", "LEFT_EAR_TRAGION",
        "RIGHT_EAR_TRAGION", "LEFT_EYE_PUPIL", "RIGHT_EYE_PUPIL", "FOREHEAD_GLABELLA", "CHIN_GNATHION",
        "CHIN_LEFT_GONION", "CHIN_RIGHT_GONION", "LEFT_CHEEK_CENTER", "RIGHT_CHEEK_CENTER",
    ]
}
