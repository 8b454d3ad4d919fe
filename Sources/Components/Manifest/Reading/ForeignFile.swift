internal import Domain

/// Files that are plainly not manifests, named for what they are; nothing of them is shown.
enum ForeignFile {
    /// What a file is by its first bytes, or by what no text holds; nil for one that may be a manifest.
    static func kind(of bytes: [UInt8]) -> String? {
        guard let kind = FileKind(bytes) else { return bytes.contains(0) ? "a binary file (it holds NUL bytes)" : nil }
        return kind.name + (advice[kind.name].map { "; \($0)" } ?? "")
    }

    /// What a text is that could not be read as a manifest; nil where its own mistakes say more.
    static func kind(ofText bytes: [UInt8]) -> String? {
        if bytes.starts(with: Array("#!".utf8)) { return "a script" }
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { return "HTML or XML" }
        if bytes.starts(with: Array("-----BEGIN ".utf8)) { return "a key or a certificate" }
        var longest = 0
        var lineStart = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            longest = max(longest, index - lineStart)
            lineStart = index + 1
        }
        longest = max(longest, bytes.count - lineStart)
        return longest > maxLineBytes ? "a text with a line of \(longest) bytes" : nil
    }

    /// The complaint about such a file.
    static func refusal(of kind: String) -> String {
        "expected a job manifest in YAML or JSON, found \(kind)"
    }

    /// Bytes; a whole manifest on one line is taken, but nothing of a longer line that is none is looked at.
    private static let maxLineBytes = 10_000

    /// What to do with some kinds.
    private static let advice = [
        "text in UTF-16": "save it as UTF-8", "an SQLite database": "name a store with --store",
        "a TensorFlow Lite model": "name it in a manifest as `backend.model`",
    ]
}
