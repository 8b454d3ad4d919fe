internal import Domain
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
    private var values: [Key: Node]
    /// Whether there are keys that it does not know, one of which may be meant where one is missing.
    let hasUnknownKeys: Bool
    private let hasMergeKey: Bool
    /// The keys that those which it does not know probably mean.
    private let meantKeys: [String]

    /// The keys of a mapping; complains and gives nil for any other value.
    ///
    /// - Parameter ignored: the beginning of keys that are left alone.
    init?(_ node: Node, _ expected: String, keys _: Key.Type, ignored: String? = nil) {
        guard case .mapping(let entries) = node.value.content else {
            node.report("expected \(expected), found \(node.found)")
            return nil
        }
        self.node = node
        let known = Key.allCases.map(\.rawValue)
        var values: [Key: Node] = [:]
        var unknown: [YAMLEntry] = []
        for entry in entries {
            if let key = Key(rawValue: entry.key) {
                values[key] = node.child(entry.value, key: entry.key)
            } else if ignored.map(entry.key.hasPrefix) != true {
                unknown.append(entry)
                node.report(ofUnknown: entry, meant: Key.formerNames[entry.key]?.rawValue, among: known)
            }
        }
        self.values = values
        hasUnknownKeys = !unknown.isEmpty
        hasMergeKey = unknown.contains(where: \.isMergeKey)
        meantKeys = unknown.compactMap { meantKey($0.key, among: known) }
    }

    /// The value of a key, if the key is there.
    subscript(key: Key) -> Node? { values[key] }

    /// The value of a key that must be there; a misspelt one and a merge key are mistakes of their own.
    func required(_ key: Key, _ example: String) -> Node? {
        if let value = values[key] { return value }
        if hasMergeKey || meantKeys.contains(key.rawValue) { return nil }
        node.report("`\(key.rawValue)` is missing, such as `\(key.rawValue): \(example)`")
        return nil
    }

    /// Complains about a key that must not be there, and says why; what it holds is not read.
    mutating func refuse(_ key: Key, _ reason: String) {
        values.removeValue(forKey: key)?.report(reason)
    }

    /// The keys of some that are there.
    func present(_ keys: [Key]) -> [Key] { keys.filter { values[$0] != nil } }

    /// Complains about the mapping as a whole.
    func report(_ message: String) { node.report(message) }
}

extension YAMLEntry {
    /// Whether it is the `<<` of YAML 1.1, which version 1.2 does not have.
    fileprivate var isMergeKey: Bool { key == "<<" }
}

extension Node {
    /// Complains about a key that is not known here.
    ///
    /// - Parameter meant: the key's present name, where it had this one once.
    func report(ofUnknown entry: YAMLEntry, meant: String? = nil, among known: [String]) {
        let child = child(entry.value, key: entry.key)
        guard !entry.isMergeKey else {
            return diagnostics.add(
                at: entry.position, child.path,
                "Cairn does not support merge keys; "
                    + "write the keys of the other mapping out here, or take the whole of it with an alias, such as `backend: *name`"
            )
        }
        let suggestion = didYouMean(meant ?? entry.key, among: known)
        diagnostics.add(
            at: entry.position, looksLikeSecret(entry.key) ? hiddenChildPath : child.pathForMessage,
            suggestion == nil ? "unknown key; known here: \(known.joined(separator: ", "))" : "unknown key",
            suggestion: suggestion)
    }

    /// The path of a key that may be a secret.
    fileprivate var hiddenChildPath: String { path.isEmpty ? "***" : "\(pathForMessage).***" }

    /// The path with a key that may be any text: on one line, and not longer than a glance.
    var pathForMessage: String {
        path.unicodeScalars.count > 120 || path.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            ? String(quoted(path).dropFirst().dropLast()) : path
    }
}
