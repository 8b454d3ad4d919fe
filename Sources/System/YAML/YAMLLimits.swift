/// How much YAML is taken from an untrusted text.
package struct YAMLLimits: Equatable, Sendable {
    /// The most bytes.
    package var bytes = 16 << 20
    /// The deepest nesting, aliases followed; it also bounds the stack of code that walks the tree.
    package var depth = 64
    /// The most nodes, those behind aliases counted as often as they are used.
    package var nodes = 1_000_000

    /// The limits for files that people write.
    package init() {}
}
