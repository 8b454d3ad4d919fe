import Platform
import TestSupport
import Testing

/// A certificate of this machine's own making, for `localhost` and no other name.
struct Certificate {
    /// The certificate, which is its own authority.
    let file: FilePath
    private let key: FilePath

    /// What a peer takes to serve TLS with it.
    var arguments: [String] { ["--cert", file.description, "--key", key.description] }

    /// Makes one.
    init(in scratch: Scratch) throws {
        (file, key) = (scratch.file("certificate.pem"), scratch.file("key.pem"))
        let made = shell(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost "
                + "-addext subjectAltName=DNS:localhost -keyout '\(key)' -out '\(file)'")
        try #require(made.status == 0)
    }
}
