/// One node of a YAML tree, and where it stands.
package struct YAMLValue: Equatable, Sendable {
    /// What a node holds, by the core schema of YAML 1.2.
    package enum Content: Equatable, Sendable {
        /// Nothing: an empty value, `~` or `null`.
        case null
        /// `true` or `false`; the words of YAML 1.1 (`yes`, `on`) are strings.
        case bool(Bool)
        /// A whole number that 64 bits hold.
        case integer(Int64)
        /// Any other number.
        case float(Double)
        /// A text, quoted or not.
        case string(String)
        /// A sequence.
        case list([YAMLValue])
        /// A mapping, in the order it is written; no key occurs twice.
        case mapping([YAMLEntry])
    }

    /// What it holds.
    package let content: Content
    /// Where it starts; for an alias, where the aliased node starts.
    package let position: YAMLPosition
    /// A scalar as it is written, without quotes: `0.10` of the number; empty for lists and mappings.
    package let source: String

    /// A node.
    package init(_ content: Content, at position: YAMLPosition, source: String = "") {
        self.content = content
        self.position = position
        self.source = source
    }

    /// The value of a mapping's key; nil where there is none, or no mapping.
    package subscript(key: String) -> YAMLValue? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

/// A key of a mapping and its value.
package struct YAMLEntry: Equatable, Sendable {
    /// The key as it is written, without quotes: numbers and `null` are kept as their text.
    package let key: String
    /// Where the key starts.
    package let position: YAMLPosition
    package let value: YAMLValue

    /// An entry.
    package init(key: String, at position: YAMLPosition, value: YAMLValue) {
        self.key = key
        self.position = position
        self.value = value
    }
}
