package import YAML

extension YAMLValue {
    /// The tree as JSON, which is YAML.
    package var json: String {
        switch content {
        case .null: "null"
        case .bool, .integer, .float: source
        case .string(let text):
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
        case .list(let items): "[" + items.map(\.json).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\"\($0.key)\": \($0.value.json)" }.joined(separator: ", ") + "}"
        }
    }
}
