internal import CCrypto

/// MD5 over a stream of bytes: no proof against forgery, but what Cloud Storage says of each object's content.
@safe package struct MD5: ~Copyable {
    private let context: OpaquePointer

    /// A hash of nothing yet; nil where OpenSSL is configured without MD5, as FIPS 140 asks.
    package init?() {
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("no memory for an MD5 context") }
        guard unsafe EVP_DigestInit_ex(context, EVP_md5(), nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
            return nil
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        let updated = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }
        precondition(updated == 1, "MD5 cannot take in bytes")
    }

    /// The 16 bytes of the digest of all bytes so far; the hash is used up.
    package consuming func finish() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        let finished = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        precondition(finished == 1, "MD5 cannot finish")
        return bytes
    }
}
