internal import CCrypto

/// A private RSA key that signs as RS256 wants it: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
@safe package struct RSAKey: ~Copyable {
    private let key: OpaquePointer

    /// Why some text gives no key, or a key no signature; nothing of the key is in it.
    package enum Problem: Error, Equatable, Sendable {
        /// No private key in PEM form, or one behind a passphrase.
        case unreadable
        /// A key of another kind: EC, Ed25519.
        case notRSA
        /// OpenSSL cannot sign with it: less than 512 bits, damaged numbers.
        case unusable
    }

    /// Reads a key in PEM form: `BEGIN PRIVATE KEY` (PKCS#8) or `BEGIN RSA PRIVATE KEY` (PKCS#1), without a passphrase.
    package init(pem: String) throws(Problem) {
        let text = Array(pem.utf8)
        guard let length = Int32(exactly: text.count) else { throw .unreadable }
        let read = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe cx_private_key(buffer.baseAddress, length)
        }
        guard let read = unsafe read else { throw .unreadable }
        guard unsafe cx_is_rsa(read) != 0 else {
            unsafe EVP_PKEY_free(read)
            throw .notRSA
        }
        unsafe key = read
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The signature of a message: as many bytes as the modulus has.
    package func signature(of message: [UInt8]) throws(Problem) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .unusable }
        defer {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else { throw .unusable }
        var size = 0
        guard unsafe EVP_DigestSign(context, nil, &size, message, message.count) == 1 else { throw .unusable }
        var signature = [UInt8](repeating: 0, count: size)
        guard unsafe EVP_DigestSign(context, &signature, &size, message, message.count) == 1 else { throw .unusable }
        return Array(signature.prefix(size))
    }
}
