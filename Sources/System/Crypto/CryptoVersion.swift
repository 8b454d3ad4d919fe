internal import CCrypto

/// The version of the linked libcrypto: `3.0.17`.
package func libcryptoVersion() -> String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
