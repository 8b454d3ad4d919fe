internal import Text

/// A service's words as they may be shown and kept: one line of at most 300 characters, without secrets.
///
/// - Parameter secrets: what the service might repeat, where the response is not masked already.
package func serviceWords(_ words: String, hiding secrets: [String] = []) -> String {
    // First hidden, then cut: half a secret would not be found any more.
    let masked = secrets.isEmpty ? words : SecretMask(secrets: secrets, minLength: 1).hiding(in: words)
    let line = masked.split(whereSeparator: \.isNewline).joined(separator: " ")
    let shown = line.count > 300 ? line.prefix(297) + "..." : line[...]
    return readable(Array(shown.utf8))
}
