package import Platform

/// Whether a text is so much like a key or a token that it is not shown where a name is expected: long, with letters in
/// both cases and digits.
package func looksLikeSecret(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count >= 20 && bytes.contains { (0x41...0x5A).contains($0) }
        && bytes.contains { (0x61...0x7A).contains($0) } && bytes.contains { (0x30...0x39).contains($0) }
}

/// Where a secret is found; the secret itself is never in a manifest, a store, a log or an error.
package enum Secret: Equatable, Sendable {
    /// `env:NAME`: an environment variable.
    case environment(String)
    /// `file:PATH`: a file of mode 0600, absolute.
    case file(FilePath)
}
