internal import CCrypto
internal import Text
internal import Platform

/// SHA-256 over a stream of bytes, by OpenSSL (which uses the processor's SHA instructions).
@safe package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// A hash of nothing yet.
    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("no memory for a SHA-256 context") }
        unsafe self.context = context
        let started = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
        precondition(started == 1, "OpenSSL has no SHA-256")
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        let updated = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }
        precondition(updated == 1, "SHA-256 cannot take in bytes")
    }

    /// The digest of all bytes so far; the hash is used up.
    package consuming func finish() -> Digest {
        var bytes = [UInt8](repeating: 0, count: 32)
        let finished = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        precondition(finished == 1, "SHA-256 cannot finish")
        return Digest(trusted: bytes)
    }
}

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
