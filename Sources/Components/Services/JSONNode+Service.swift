package import JSON

extension JSONNode {
    /// A text that is not empty; nil for anything else.
    package var words: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The objects of an array; anything else in it is left out.
    package var objects: [JSONNode] { elements.filter(\.isObject) }

    /// The digits of a 64-bit integer in Firebase's form; nil for anything else.
    package var unwrappedInteger: String? {
        guard let inner = wrapped, unwrappedDouble != nil else { return nil }
        let digits = inner.string ?? String(decoding: inner.text, as: UTF8.self)
        return digits.hasPrefix("-") ? Int64(digits).map { "\($0)" } : UInt64(digits).map { "\($0)" }
    }

    /// Whether it is a number, and not a text that is one.
    package var isNumber: Bool { string == nil && double != nil }

    /// The number in Firebase's form for 64-bit integers; nil for anything else.
    ///
    /// `{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"12"}`, see
    /// "Protocol specification for https.onCall".
    package var wrapped: JSONNode? {
        guard let type = self["@type"]?.string, longTypes.contains(type) else { return nil }
        return self["value"]
    }

    /// The same as a number, whose last digits may be lost.
    package var unwrappedDouble: Double? { wrapped?.long(isSigned: self["@type"]?.string == longTypes[0]) }

    /// The value of a wrapper: digits in a text, or a number.
    private func long(isSigned: Bool) -> Double? {
        let digits = string ?? String(decoding: isNumber ? text : [], as: UTF8.self)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else { return nil }
        return isSigned ? Int64(digits).map { Double($0) } : UInt64(digits).map { Double($0) }
    }
}

private let longTypes = [
    "type.googleapis.com/google.protobuf.Int64Value", "type.googleapis.com/google.protobuf.UInt64Value",
]
