internal import Text
internal import JSON
internal import Domain

/// A JSON object in the making, for what an annotation has beyond its columns.
struct Attributes {
    private var fields: [UInt8] = []

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
    mutating func add(_ name: String, _ value: String?) { add(name, json: value.map(quoted)) }

    /// Adds a number, in its shortest form; nothing for nil.
    mutating func add(_ name: String, _ value: Float?) { add(name, json: value.map { "\($0)" }) }

    /// Adds points as `[[x,y],...]`; nothing for none.
    mutating func add(_ name: String, _ points: [Point]) {
        guard !points.isEmpty else { return }
        add(name, json: array(points.map { "[\($0.x),\($0.y)]" }))
    }

    /// Adds corners that could not be brought to pixels.
    mutating func add(_ outline: Frame.Outline) { add("normalizedVertices", outline.fractions) }

    /// Adds objects as an array; nothing for none.
    mutating func add(_ name: String, _ objects: [Attributes]) {
        guard !objects.isEmpty else { return }
        add(name, json: array(objects.map { $0.json ?? "{}" }))
    }
}

/// A JSON array of values that are JSON already.
private func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }
