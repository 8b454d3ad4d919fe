internal import CCrypto

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
