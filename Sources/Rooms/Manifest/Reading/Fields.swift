internal import Vocabulary
internal import YAML

/// The keys that a section of the manifest knows.
protocol SectionKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The section's name, which is also its name in `Schema/job.schema.json`.
    static var section: String { get }
    /// Names that keys had in earlier versions; they are refused, with the present name.
    static var formerNames: [String: Self] { get }
}

extension SectionKey {
    /// None, unless a section says otherwise.
    static var formerNames: [String: Self] { [:] }
}

/// A mapping that is read key by key; keys it does not know have been complained about.
struct Fields<Key: SectionKey> {
    private let node: Node
    private let values: [Key: Node]

    /// The keys of a mapping; complains and gives nil for any other value.
    init?(_ node: Node, _ expected: String, keys _: Key.Type) {
        guard case .mapping(let entries) = node.value.content else {
            node.complain("expected \(expected), found \(node.found)")
            return nil
        }
        self.node = node
        let known = Key.allCases.map(\.rawValue)
        var values: [Key: Node] = [:]
        for entry in entries {
            let child = node.child(entry.value, key: entry.key)
            if let key = Key(rawValue: entry.key) {
                values[key] = child
            } else {
                let suggestion = didYouMean(Key.formerNames[entry.key]?.rawValue ?? entry.key, among: known)
                node.complaints.add(
                    at: entry.position, looksLikeSecret(entry.key) ? node.hiddenChildPath : child.pathForMessage,
                    suggestion == nil ? "unknown key; known here: \(known.joined(separator: ", "))" : "unknown key",
                    suggestion: suggestion)
            }
        }
        self.values = values
    }

    /// The value of a key, if the key is there.
    subscript(key: Key) -> Node? { values[key] }

    /// The value of a key that must be there.
    func required(_ key: Key, _ example: String) -> Node? {
        if let value = values[key] { return value }
        node.complain("`\(key.rawValue)` is missing, such as `\(key.rawValue): \(example)`")
        return nil
    }

    /// Complains about a key that must not be there, and says why.
    func refuse(_ key: Key, _ reason: String) {
        values[key]?.complain(reason)
    }

    /// The keys of some that are there.
    func present(_ keys: [Key]) -> [Key] { keys.filter { values[$0] != nil } }

    /// Complains about the mapping as a whole.
    func complain(_ message: String) { node.complain(message) }
}

extension Node {
    /// The path of a key that may be a secret.
    fileprivate var hiddenChildPath: String { path.isEmpty ? "***" : "\(pathForMessage).***" }

    /// The path with a key that may be any text: on one line, and not longer than a glance.
    var pathForMessage: String {
        path.unicodeScalars.count > 120 || path.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            ? String(quoted(path).dropFirst().dropLast()) : path
    }
}
