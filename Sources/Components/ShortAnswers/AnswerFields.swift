internal import JSON
internal import Text
internal import Domain

/// Reads values of a JSON text, and collects what is wrong with them.
struct AnswerFields {
    private(set) var refusals = AnswerRefusals()
    /// Words that stand for numbers and are no JSON, by the first byte of each.
    private let words: [Int: String]
    /// How many numbers an embedding has; nil before the first one.
    var dimension: Int?

    init(_ words: [Int: String], dimension: Int? = nil) {
        self.words = words
        self.dimension = dimension
    }

    mutating func refuse(_ refusal: String) { refusals.add(refusal) }

    mutating func refuse(_ node: JSONNode, _ reason: @autoclosure () -> String) {
        refusals.add(AnswerFields.text(reason(), at: node.path))
    }

    private static func text(_ reason: String, at place: String) -> String {
        place.isEmpty ? reason : "\(displayText(place)): \(reason)"
    }

    /// That a value is of another kind; a number that JSON does not have is called by its word.
    mutating func refuse(_ node: JSONNode, expected: String) {
        let reason = word(of: node).map { "\($0) is not JSON" } ?? "\(expected) expected, \(kind(of: node)) found"
        refuse(node, reason)
    }

    /// What a value is.
    func kind(of node: JSONNode) -> String {
        if node.string != nil { return "text" }
        if node.isArray { return "a list" }
        if node.isObject { return "an object" }
        if node.isNull { return "null" }
        return node.bool.map { $0 ? "true" : "false" } ?? "a number"
    }

    func isNumber(_ node: JSONNode) -> Bool { kind(of: node) == "a number" && word(of: node) == nil }

    private func word(of node: JSONNode) -> String? {
        let start = node.text.startIndex
        // A minus sign stands before the word.
        return words.isEmpty ? nil : words[start] ?? words[start + 1].map { "-\($0)" }
    }

    /// The members of an object; one whose name stands twice is refused.
    mutating func members(of node: JSONNode) -> [(name: String, value: JSONNode)] {
        let members = node.members
        var names: Set<String> = []
        for (name, value) in members where !names.insert(name).inserted { refuse(value, "the key is there twice") }
        return members
    }

    func hasMember(_ name: String, _ node: JSONNode) -> Bool { node.members.contains { $0.name == name } }

    /// The members of an object that may have these; any other one is refused.
    mutating func members(of node: JSONNode, known: [String]) -> [String: JSONNode] {
        var found: [String: JSONNode] = [:]
        for (name, value) in members(of: node) {
            if known.contains(name) {
                found[name] = value
            } else {
                refuse(value, AnswerFields.unknown(name, among: known))
            }
        }
        return found
    }

    private static func unknown(_ name: String, among known: [String]) -> String {
        nearestName(to: name, among: known, spelling: .letters).map { "unknown; \($0)?" }
            ?? "unknown; known are \(known.joined(separator: ", "))"
    }

    /// A text of 1 byte to a limit, without control characters.
    mutating func name(_ node: JSONNode, maxBytes: Int) -> String? {
        guard let text = node.string else {
            refuse(node, expected: "text")
            return nil
        }
        if text.isEmpty {
            refuse(node, "is empty")
        } else if text.utf8.count > maxBytes {
            refuse(node, "is longer than \(HumanFormat.count(maxBytes, "byte"))")
        } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            refuse(node, "holds a control character")
        } else {
            return text
        }
        return nil
    }

    /// A text that may be long and have several lines; U+0000, which no view shows, becomes U+FFFD.
    mutating func longText(_ node: JSONNode) -> String? {
        guard let text = node.string else {
            refuse(node, expected: "text")
            return nil
        }
        guard text.utf8.count <= 1_000_000 else {
            refuse(node, "is longer than 1,000,000 bytes")
            return nil
        }
        return text.replacing("\u{0}", with: "\u{FFFD}")
    }

    /// A finite number.
    mutating func number(_ node: JSONNode) -> Double? {
        guard isNumber(node) else {
            refuse(node, expected: "a number")
            return nil
        }
        guard let number = node.double else {
            refuse(node, "is too large for a number")
            return nil
        }
        return number
    }

    /// A number that is kept as a 32-bit value.
    mutating func score(_ node: JSONNode) -> Float? {
        guard isNumber(node) else {
            refuse(node, expected: "a number")
            return nil
        }
        guard let score = node.double.map({ Float($0) }), score.isFinite else {
            refuse(node, "is too large for a 32-bit number")
            return nil
        }
        return score
    }
}
