internal import Platform
internal import YAML

/// What has been found wrong so far; reading goes on, so that all of it is said at once.
final class Complaints {
    private let file: FilePath
    private(set) var all: [Complaint] = []

    init(file: FilePath) {
        self.file = file
    }

    /// Notes one.
    func add(at position: YAMLPosition, _ keyPath: String, _ message: String, suggestion: String? = nil) {
        all.append(
            Complaint(
                file: file, line: position.line, column: position.column, keyPath: keyPath, message: message,
                suggestion: suggestion))
    }
}
