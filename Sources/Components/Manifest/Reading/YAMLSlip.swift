internal import YAML

/// Slips of the pen that YAML reports in a later line, or in other words.
enum YAMLSlip {
    /// The error for the slip that is behind another error; that one where none is found.
    ///
    /// - Parameter text: the whole manifest.
    static func cause(of error: YAMLError, in text: String) -> YAMLError {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        guard lines.indices.contains(error.line - 1) else { return error }
        if lines[error.line - 1].contains("${") {
            return YAMLError(
                at: error.position, "a variable of the environment is written env:NAME, without `${` and `}`")
        }
        for index in (max(0, error.line - 3)..<error.line).reversed() {
            guard let slip = keyWithoutSpace(lines[index]) else { continue }
            return YAMLError(
                at: YAMLPosition(line: index + 1, column: slip.column), "write a space behind `\(slip.key):`")
        }
        return error
    }

    /// A key that its value follows without a space: `job:town`; an address is none.
    private static func keyWithoutSpace(_ line: Substring) -> (key: Substring, column: Int)? {
        let rest = line.drop { $0 == " " || $0 == "-" }
        let key = rest.prefix { $0.isASCII && $0.isLetter }
        let value = rest.dropFirst(key.count)
        guard !key.isEmpty, key.count < 20, value.first == ":", let next = value.dropFirst().first, next != " ",
            next != "/"
        else { return nil }
        return (key, line.count - value.count + 1)
    }
}
