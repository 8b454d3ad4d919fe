internal import Platform
internal import YAML
internal import Domain

/// The mistakes found so far; reading continues, so that all of them are reported at once.
final class Diagnostics {
    /// The most complaints that are said; a file with more of them is not mended line by line.
    static let limit = 100

    private let file: FilePath
    private var kept: [Diagnostic] = []
    private var omitted = 0

    init(file: FilePath) {
        self.file = file
    }

    /// Whether nothing is wrong.
    var isEmpty: Bool { kept.isEmpty }

    /// Notes one; from the hundred and first on they are counted only, and their words are not even made.
    func add(
        at position: YAMLPosition, _ keyPath: @autoclosure () -> String, _ message: @autoclosure () -> String,
        suggestion: @autoclosure () -> String? = nil
    ) {
        guard kept.count < Diagnostics.limit else {
            omitted += 1
            return
        }
        kept.append(
            Diagnostic(keyPath: keyPath(), message: message(), suggestion: suggestion())
                .at(file, line: position.line, column: position.column))
    }

    /// All of it, as an error.
    var error: ManifestError { ManifestError(kept, omitted: omitted) }
}
