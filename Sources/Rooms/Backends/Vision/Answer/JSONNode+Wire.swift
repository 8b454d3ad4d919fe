internal import JSON

/// Values as protocol buffers' JSON has them, and as relays in JavaScript pass them on.
///
/// What has its default is absent from REST's JSON, and null, 0, "" or [] where a relay fills defaults in: both read the
/// same here.
extension JSONNode {
    /// A finite number; also as text, and in a wrapper: `{"@type":"...Int64Value","value":"12"}`, `{"value":0.5}`.
    var number: Double? {
        if let string { return Double(string).flatMap { $0.isFinite ? $0 : nil } }
        return double ?? self["value"]?.unwrapped
    }

    private var unwrapped: Double? { double ?? string.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// A number as the 32-bit value it was before a relay widened it; nil for one beyond those.
    var float: Float? { number.flatMap { Float($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// A whole number, in any of the forms of a number.
    var whole: Int? { integer ?? number.flatMap { Int(exactly: $0) } }

    /// A text that is not empty.
    var words: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The objects of an array; anything else in it is left out.
    var objects: [JSONNode] { elements.filter(\.isObject) }

    /// An enum's name; a number is looked up, and one that is not in the table stays a number.
    func name(in names: [String]) -> String? {
        if let words { return words }
        return integer.map { names.indices.contains($0) ? names[$0] : "\($0)" }
    }
}
