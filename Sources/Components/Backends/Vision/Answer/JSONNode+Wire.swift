internal import JSON
internal import Services

/// Members of a message in protocol buffers' JSON, and as relays in JavaScript pass them on
/// (protobuf.dev/programming-guides/json).
///
/// What has its default is absent from REST's JSON, and null, 0, "" or [] where a relay fills defaults in: both read
/// the same here. A value of another type is an error, as it is to Google's own parsers.
extension JSONNode {
    /// A message; nil where it is absent.
    func message(at name: String) throws(MalformedValue) -> JSONNode? {
        guard let node = self[name] else { return nil }
        guard node.isObject else { throw MalformedValue(node: node, expected: "an object") }
        return node
    }

    /// Repeated messages; none where they are absent.
    func messages(at name: String) throws(MalformedValue) -> [JSONNode] {
        guard let node = self[name] else { return [] }
        guard node.isArray else { throw MalformedValue(node: node, expected: "an array") }
        let elements = node.elements
        if let other = elements.first(where: { !$0.isObject }) {
            throw MalformedValue(node: other, expected: "an object")
        }
        return elements
    }

    /// A text; empty where it is absent.
    func string(at name: String) throws(MalformedValue) -> String {
        guard let node = self[name] else { return "" }
        guard let string = node.string else { throw MalformedValue(node: node, expected: "a text") }
        return string
    }

    /// A text; nil where it is absent or empty.
    func words(at name: String) throws(MalformedValue) -> String? {
        let string = try string(at: name)
        return string.isEmpty ? nil : string
    }

    /// A truth value; false where it is absent.
    func flag(at name: String) throws(MalformedValue) -> Bool {
        guard let node = self[name] else { return false }
        guard let flag = node.bool else { throw MalformedValue(node: node, expected: "true or false") }
        return flag
    }

    /// A finite 64-bit number; nil where it is absent.
    func double(at name: String) throws(MalformedValue) -> Double? { try self[name]?.number() }

    /// A finite 32-bit number, as it was before a relay widened it; nil where it is absent.
    func float(at name: String) throws(MalformedValue) -> Float? { try self[name]?.float() }

    /// The same; nil for 0, too, which a relay fills in.
    func givenFloat(at name: String) throws(MalformedValue) -> Float? {
        let float = try float(at: name)
        return float == 0 ? nil : float
    }

    /// A 32-bit number, also as JavaScript has google.protobuf.FloatValue: `{"value":0.5}`.
    func floatValue(at name: String) throws(MalformedValue) -> Float? {
        guard let node = self[name] else { return nil }
        return try node.isObject && node["@type"] == nil ? node.float(at: "value") : node.float()
    }

    /// A whole 32-bit number; nil where it is absent.
    func int32(at name: String) throws(MalformedValue) -> Int? {
        guard let node = self[name] else { return nil }
        guard let number = Int32(exactly: try node.number()) else {
            throw MalformedValue(node: node, expected: "a whole number of 32 bits")
        }
        return Int(number)
    }

    /// A whole number of 64 bits without a sign, in digits; nil where it is absent or 0.
    func unsigned(at name: String) throws(MalformedValue) -> String? {
        guard let node = self[name] else { return nil }
        let inner = node.wrapped ?? node
        // A 64-bit number is text in JSON; a relay's double may have lost its last digits, and ends with them as they
        // are.
        let digits = inner.string ?? String(decoding: inner.isNumber ? inner.text : [], as: UTF8.self)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(digits) else {
            throw MalformedValue(node: node, expected: "a whole number of 64 bits")
        }
        return number == 0 ? nil : "\(number)"
    }

    /// An enum's name, the first of the table where it is absent; a number is looked up, and one that is not in the
    /// table stays a number.
    func name(at name: String, in names: [String]) throws(MalformedValue) -> String {
        guard let node = self[name] else { return names[0] }
        if let string = node.string { return string.isEmpty ? names[0] : string }
        guard node.isNumber, let number = Int32(exactly: try node.number()) else {
            throw MalformedValue(node: node, expected: "a name")
        }
        return names.indices.contains(Int(number)) ? names[Int(number)] : "\(number)"
    }
}

extension JSONNode {
    fileprivate func float() throws(MalformedValue) -> Float {
        let float = Float(try number())
        guard float.isFinite else { throw MalformedValue(node: self, expected: "a number of 32 bits") }
        return float
    }

    /// A finite number: as such, as text in the form of a JSON number, or in a wrapper.
    ///
    /// The mapping also allows the texts "NaN" and "Infinity"; they are not a score, a place or a size.
    fileprivate func number() throws(MalformedValue) -> Double {
        if wrapped != nil {
            guard let number = unwrappedDouble else {
                throw MalformedValue(node: self, expected: "a whole number of 64 bits")
            }
            return number
        }
        guard let number = string.map(parsedNumber) ?? double else {
            throw MalformedValue(node: self, expected: "a number")
        }
        return number
    }
}

/// A number from a text that is one in JSON's grammar, without anything around it.
private func parsedNumber(_ text: String) -> Double? {
    guard let root = try? JSONDocument(Array(text.utf8)).root, root.text.count == text.utf8.count else { return nil }
    return root.double
}
