import Glibc
import Platform

/// A certificate of this machine's own making, for `localhost` and no other name.
package struct Certificate: Sendable {
    /// The certificate, which is its own authority.
    package let file: FilePath
    /// Its private key.
    package let key: FilePath

    /// What a peer takes to serve TLS with it.
    package var arguments: [String] { ["--cert", file.description, "--key", key.description] }

    /// Makes one.
    package init(in scratch: Scratch) throws {
        (file, key) = (scratch.file("certificate.pem"), scratch.file("key.pem"))
        let command =
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost "
            + "-addext subjectAltName=DNS:localhost -keyout '\(key)' -out '\(file)' 2> '\(scratch.file("openssl"))'"
        guard system(command) == 0 else { throw SystemError("make", file, number: EIO) }
    }
}
