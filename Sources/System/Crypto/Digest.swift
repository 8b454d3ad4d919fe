internal import Text
internal import Platform

/// A SHA-256 digest: 32 bytes that stand for content.
package struct Digest: Hashable, Sendable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A digest from stored bytes; nil unless there are 32.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// For the hash function, whose result is known to have 32 bytes.
    init(trusted bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The digest of some bytes.
    package init(of bytes: Span<UInt8>) {
        var hash = SHA256()
        hash.update(bytes)
        self = hash.finish()
    }

    /// The digest of a text's UTF-8.
    package init(of text: String) {
        self.init(of: Array(text.utf8).span)
    }

    /// 64 lower-case hexadecimal digits.
    package var hex: String { hexadecimal(bytes) }

    /// The first eight digits, enough to tell two models apart on a screen.
    package var short: String { String(hex.prefix(8)) }
}
