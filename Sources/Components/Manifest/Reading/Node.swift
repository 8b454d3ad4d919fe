internal import Text
internal import Platform
internal import YAML

/// A value of the manifest on its way to being understood: every reading gives the value, or complains and gives nil.
struct Node {
    let value: YAMLValue
    /// The keys that lead to it: `backend.input.mean[1]`.
    let path: String
    /// Whether a secret may stand here by mistake, so that no complaint may show the value.
    let isQuiet: Bool
    /// The manifest's folder, which relative paths start from.
    let directory: FilePath
    /// Where complaints go.
    let diagnostics: Diagnostics

    /// The value behind a key of this one, which is a mapping.
    func child(_ value: YAMLValue, key: String) -> Node {
        Node(
            value: value, path: path.isEmpty ? key : path + "." + key, isQuiet: isQuiet, directory: directory,
            diagnostics: diagnostics)
    }

    /// An item of this value, which is a list.
    func child(_ value: YAMLValue, index: Int) -> Node {
        Node(value: value, path: path + "[\(index)]", isQuiet: isQuiet, directory: directory, diagnostics: diagnostics)
    }

    /// The same value, which from here on no complaint shows.
    var quiet: Node {
        Node(value: value, path: path, isQuiet: true, directory: directory, diagnostics: diagnostics)
    }

    /// Complains about this value.
    func report(_ message: @autoclosure () -> String, suggestion: @autoclosure () -> String? = nil) {
        diagnostics.add(at: value.position, path, message(), suggestion: suggestion())
    }

    /// Complains that this value is not what it should be, and gives nil for the reading to return.
    func mismatch<Wanted>(_ expected: String, suggestion: @autoclosure () -> String? = nil) -> Wanted? {
        report("expected \(expected), found \(found)", suggestion: suggestion())
        return nil
    }

    /// The value for a message.
    var found: String {
        switch value.content {
        case .null: "nothing"
        case .list: "a list"
        case .mapping: "a mapping"
        case .bool, .integer, .float: isQuiet ? "a value" : String(value.source.prefix(60))
        case .string(let text): isQuiet ? "a text" : quoted(text)
        }
    }

    /// The items of a list that has at least one.
    func items(_ expected: String, limit: Int = .max) -> [Node]? {
        guard case .list(let items) = value.content else { return mismatch(expected) }
        guard !items.isEmpty else {
            report("expected \(expected), found an empty list")
            return nil
        }
        guard items.count <= limit else {
            report("expected \(expected), found \(items.count) items")
            return nil
        }
        return items.enumerated().map { child($1, index: $0) }
    }
}

/// A text for a message: in quotes, on one line, and not longer than a glance.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let shown = readable(Array(String(String.UnicodeScalarView(scalars.prefix(60))).utf8))
    return "\"\(shown)\(scalars.count > 60 ? "..." : "")\""
}

/// Words in a row: `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
