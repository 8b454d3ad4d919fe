internal import Text

extension FilePath {
    /// As a shell takes it for one word: in single quotes where it must be; what no text shows, in bash's own way.
    package var shellWord: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/+,:@%="
        guard let text = String(validating: bytes, as: UTF8.self), description == text else {
            let escaped = bytes.map { byte in
                byte < 0x80 && plain.utf8.contains(byte)
                    ? String(UnicodeScalar(byte)) : "\\x" + hexadecimal([byte])
            }
            return "$'\(escaped.joined())'"
        }
        guard text.isEmpty || !text.utf8.allSatisfy({ $0 >= 0x80 || plain.utf8.contains($0) }) else { return text }
        return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
