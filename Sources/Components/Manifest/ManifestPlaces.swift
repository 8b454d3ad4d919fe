package import Platform
internal import YAML

/// Where the keys of a manifest stand, for complaints that only a look beyond the manifest brings.
package struct ManifestPlaces: Sendable {
    /// The manifest, as it was named.
    package let file: FilePath
    private let root: YAMLValue

    init(file: FilePath, root: YAMLValue) {
        self.file = file
        self.root = root
    }

    /// A complaint about a key: at its value, or at the nearest key around it that is written there.
    ///
    /// - Parameter keyPath: such as `backend.input.mean[1]`.
    package func complaint(_ keyPath: String, _ message: String, suggestion: String? = nil) -> Complaint {
        var found = root
        for step in keyPath.split(whereSeparator: { $0 == "." || $0 == "[" }) {
            guard let next = step.last == "]" ? item(String(step.dropLast()), of: found) : found[String(step)] else {
                break
            }
            found = next
        }
        return Complaint(
            file: file, line: found.position.line, column: found.position.column, keyPath: keyPath, message: message,
            suggestion: suggestion)
    }

    private func item(_ number: String, of value: YAMLValue) -> YAMLValue? {
        guard case .list(let items) = value.content, let place = Int(number), items.indices.contains(place) else {
            return nil
        }
        return items[place]
    }
}
