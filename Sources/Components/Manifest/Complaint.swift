package import Platform

/// One thing that is wrong with a manifest, or that people should know about it: where, what was expected, what was
/// found.
package struct Complaint: Equatable, Sendable {
    /// Whether it keeps the job from being done.
    package enum Severity: String, Sendable {
        case error, warning
    }

    /// Whether it keeps the job from being done.
    package var severity = Severity.error
    /// The manifest, as it was named.
    package let file: FilePath
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// The key it is about: `backend.input.mean[1]`; empty for the file as a whole.
    package let keyPath: String
    /// What was expected and what was found; a clause without a closing full stop.
    package let message: String
    /// What was probably meant: `did you mean `backend`?`.
    package let suggestion: String?

    /// A complaint.
    package init(
        file: FilePath, line: Int, column: Int, keyPath: String, message: String, suggestion: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.keyPath = keyPath
        self.message = message
        self.suggestion = suggestion
    }
}

extension Complaint: CustomStringConvertible {
    /// As compilers write it, a warning with that word behind its place:
    /// `job.yaml:12:5: features[1].maxResults: expected a whole number from 1 to 1000, found "many"`.
    package var description: String {
        let place =
            "\(file):\(line):\(column): " + (severity == .warning ? "warning: " : "")
            + (keyPath.isEmpty ? "" : keyPath + ": ")
        return place + message + (suggestion.map { "; " + $0 } ?? "")
    }
}
