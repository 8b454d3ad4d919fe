package import Platform

/// One thing that is wrong with a manifest or a plan, or that people should know about it: where, what was expected,
/// what was found.
package struct Diagnostic: Equatable, Sendable {
    /// Whether it keeps the job from being done.
    package enum Severity: String, Sendable {
        case error, warning
    }

    /// What kind of trouble it is.
    package enum Kind: Sendable {
        /// The file contradicts the grammar or what is there; wrong on every machine that has it.
        case mistake
        /// What is there is not something that the backend can use.
        case unusable
        /// Something that the file names is not on this machine.
        case absent
        /// The backend's library or model is not on this machine.
        case backendAbsent
        /// Something people should know, whatever the machine.
        case advice
    }

    /// What kind of trouble it is.
    package let kind: Kind
    /// Whether it keeps the job from being done.
    package var severity = Severity.error
    /// The file, as it was named; nil where it is not said.
    package private(set) var file: FilePath?
    /// The line, from 1; 0 without a file.
    package private(set) var line = 0
    /// The column, from 1; 0 without a file.
    package private(set) var column = 0
    /// The key it is about: `backend.input.mean[1]`; empty for the file as a whole.
    package let keyPath: String
    /// What was expected and what was found; a clause without a closing full stop.
    package let message: String
    /// What was probably meant: `did you mean `backend`?`.
    package let suggestion: String?

    /// What is wrong with a key, wherever it stands.
    package init(_ kind: Kind = .mistake, keyPath: String, message: String, suggestion: String? = nil) {
        self.kind = kind
        self.keyPath = keyPath
        self.message = message
        self.suggestion = suggestion
    }

    /// The same at a place of a file: a line and a column, from 1.
    package func at(_ file: FilePath, line: Int, column: Int) -> Diagnostic {
        var located = self
        (located.file, located.line, located.column) = (file, line, column)
        return located
    }
}

extension Diagnostic: CustomStringConvertible {
    /// As compilers write it, a warning with that word behind its place:
    /// `job.yaml:12:5: features[1].maxResults: expected a whole number from 1 to 1000, found "many"`.
    package var description: String {
        let place = (file.map { "\($0):\(line):\(column): " } ?? "") + (severity == .warning ? "warning: " : "")
        return place + (keyPath.isEmpty ? "" : keyPath + ": ") + message + (suggestion.map { "; " + $0 } ?? "")
    }
}

extension [Diagnostic] {
    /// In the order of their places in a file.
    package var inOrderOfPlaces: [Diagnostic] {
        sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
