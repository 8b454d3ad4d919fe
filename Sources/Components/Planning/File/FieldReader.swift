internal import Text
internal import Crypto
internal import JSON
internal import Domain

/// Reads values of JSON strictly, and notes what is wrong with its place.
struct FieldReader {
    private(set) var diagnostics: [Diagnostic] = []

    /// Notes that something is wrong with a value.
    mutating func report(_ node: JSONNode, _ message: String) { report(at: node.path, message) }

    /// Notes that something is wrong with a member of an object.
    mutating func report(_ node: JSONNode, _ member: String, _ message: String) {
        func path() -> String {
            let path = node.path
            return path.isEmpty ? member : "\(path).\(member)"
        }
        report(at: path(), message)
    }

    /// Keeps a complaint; beyond the limit its path is not even looked for, which takes a walk through the text.
    private mutating func report(at keyPath: @autoclosure () -> String, _ message: String) {
        if diagnostics.count < PlanFileError.limit { diagnostics.append(.init(keyPath: keyPath(), message: message)) }
    }

    /// A value in few words.
    func shown(_ node: JSONNode) -> String {
        if node.isObject { return "an object" }
        if node.isArray { return "an array" }
        return node.compact(limit: 80) { _ in nil }.map { String(decoding: $0, as: UTF8.self) } ?? "a long text"
    }

    /// The members of an object by their names: first those that must be there, then those that may.
    ///
    /// - Returns: nil where the value is not an object, or a name is unknown, missing or there twice.
    mutating func members(of node: JSONNode?, _ names: [String], optional: [String] = []) -> [JSONNode?]? {
        guard let node else { return nil }
        guard node.isObject else {
            report(node, "expected an object, found \(shown(node))")
            return nil
        }
        let all = names.count + optional.count
        var found = [JSONNode?](repeating: nil, count: all)
        var isWhole = true
        for (name, value) in node.members {
            let index = names.firstIndex(of: name) ?? optional.firstIndex(of: name).map { names.count + $0 }
            if let index, found[index] == nil {
                found[index] = value
            } else {
                isWhole = false
                report(value, index == nil ? "is not known here" : "is there twice")
            }
        }
        for (index, name) in names.enumerated() where found[index] == nil {
            isWhole = false
            report(node, name, "is missing")
        }
        return isWhole ? found : nil
    }

    /// The elements of an array.
    mutating func list(_ node: JSONNode?) -> [JSONNode] {
        guard let node else { return [] }
        if !node.isArray { report(node, "expected an array, found \(shown(node))") }
        return node.elements
    }

    /// A string.
    mutating func text(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let text = node.string { return text }
        report(node, "expected a text, found \(shown(node))")
        return nil
    }

    /// A whole number from 0.
    mutating func count(_ node: JSONNode?) -> Int? {
        guard let node else { return nil }
        if node.string == nil, let number = node.integer, number >= 0 { return number }
        report(node, "expected a whole number from 0, found \(shown(node))")
        return nil
    }

    /// 64 lower-case hexadecimal digits.
    mutating func digest(_ node: JSONNode?) -> Digest? {
        guard let node else { return nil }
        if let text = node.string, let bytes = bytes(ofHexadecimal: text), let digest = Digest(bytes: bytes) {
            return digest
        }
        report(node, "expected 64 lower-case hexadecimal digits, found \(shown(node))")
        return nil
    }

    /// A feature's name.
    mutating func feature(_ node: JSONNode?) -> FeatureType? {
        guard let text = text(node) else { return nil }
        if let feature = FeatureType(rawValue: text) { return feature }
        if let node { report(node, "expected a feature such as LABEL_DETECTION, found \(shown(node))") }
        return nil
    }

    /// A value or null: nil where it is neither, and nil within where it is null.
    mutating func optional<Value>(_ node: JSONNode?, _ read: (inout FieldReader, JSONNode) -> Value?) -> Value?? {
        guard let node else { return nil }
        if node.isNull { return .some(nil) }
        return read(&self, node).map { .some($0) }
    }
}
