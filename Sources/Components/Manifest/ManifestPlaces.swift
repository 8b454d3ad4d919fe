package import Platform
internal import YAML
package import Domain

/// Where the keys of a manifest stand, for complaints that only a look beyond the manifest brings.
package struct ManifestPlaces: Sendable {
    /// The manifest, as it was named.
    package let file: FilePath
    private let root: YAMLValue

    init(file: FilePath, root: YAMLValue) {
        self.file = file
        self.root = root
    }

    /// A diagnostic at the value of its key, or at the nearest key around it that is written there.
    package func located(_ diagnostic: Diagnostic) -> Diagnostic {
        var found = root
        for step in diagnostic.keyPath.split(whereSeparator: { $0 == "." || $0 == "[" }) {
            guard let next = step.last == "]" ? item(String(step.dropLast()), of: found) : found[String(step)] else {
                break
            }
            found = next
        }
        return diagnostic.at(file, line: found.position.line, column: found.position.column)
    }

    private func item(_ number: String, of value: YAMLValue) -> YAMLValue? {
        guard case .list(let items) = value.content, let place = Int(number), items.indices.contains(place) else {
            return nil
        }
        return items[place]
    }
}

/// The result of reading a manifest: the job or its mistakes.
package struct ManifestExamination: Sendable {
    /// The job; nil where there is a mistake.
    package let job: Job?
    /// The mistakes; nil where there is none.
    package let error: ManifestError?
    /// Where the keys stand; nil where the file is not YAML.
    package let places: ManifestPlaces?

    /// What came of reading, with what was noted on the way.
    init(_ job: Job?, _ diagnostics: Diagnostics, _ places: ManifestPlaces?) {
        self.job = diagnostics.isEmpty ? job : nil
        error = diagnostics.isEmpty && job != nil ? nil : diagnostics.error
        self.places = places
    }
}
