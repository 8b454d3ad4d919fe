import Crypto
import Platform
import TestSupport
import Testing

@Suite struct RSAKeyTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// Makes a key file with openssl's command line and reads it.
    private func key(_ command: String) throws -> String {
        let file = folder.file("key.pem")
        let made = shell("cd '\(folder.path)' && openssl \(command)")
        try #require(made.status == 0)
        return try Files.text(file)
    }

    private func problem(_ pem: String) -> RSAKey.Problem? {
        do throws(RSAKey.Problem) {
            _ = try RSAKey(pem: pem)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "genpkey -out key.pem -algorithm RSA -pkeyopt rsa_keygen_bits:2048",
        "genrsa -out key.pem -traditional 2048",
        "genpkey -out key.pem -algorithm RSA -pkeyopt rsa_keygen_bits:3072",
    ])
    func `an RSA key signs what openssl signs, to the bit`(command: String) throws {
        let pem = try key(command)
        var random = Seeded(UInt64(command.utf8.count))
        for count in [0, 1, 63, 64, 65, 1000, 100_000] {
            let message = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try folder.write("message", message)
            let theirs = shell("cd '\(folder.path)' && openssl dgst -sha256 -sign key.pem message")
            #expect(theirs.status == 0 && theirs.output.count >= 256)
            #expect(try RSAKey(pem: pem).signature(of: message) == theirs.output, "\(count) bytes")
        }
    }

    @Test func `an RSA key is read with other text around it, as long as there is one key`() throws {
        let pem = try key("genpkey -out key.pem -algorithm RSA -pkeyopt rsa_keygen_bits:2048")
        #expect(problem("a comment\n" + pem + "and more\n") == nil)
        #expect(problem(pem.split(separator: "\n").joined(separator: "\r\n")) == nil)
    }

    @Test func `an RSA key behind a passphrase is refused, and nobody is asked for the passphrase`() throws {
        #expect(problem(try key("genrsa -out key.pem -aes128 -passout pass:secret 2048")) == .unreadable)
        #expect(problem(try key("genrsa -out key.pem -traditional -aes128 -passout pass:secret 2048")) == .unreadable)
    }

    @Test func `an RSA key of another kind is refused`() throws {
        #expect(problem(try key("genpkey -out key.pem -algorithm EC -pkeyopt ec_paramgen_curve:P-256")) == .notRSA)
        #expect(problem(try key("genpkey -out key.pem -algorithm ED25519")) == .notRSA)
        #expect(problem(try key("genpkey -out key.pem -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048")) == .notRSA)
    }

    @Test func `an RSA key is not found in any damaged text`() throws {
        let pem = try key("genpkey -out key.pem -algorithm RSA -pkeyopt rsa_keygen_bits:2048")
        for text in ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            #expect(problem(text) == .unreadable)
        }
        for cut in stride(from: 0, to: pem.utf8.count - 20, by: 97) {
            #expect(problem(String(pem.prefix(cut))) == .unreadable, "cut at \(cut)")
        }
        // With other digits it may still be a key; it must not end the process.
        for at in stride(from: 40, to: pem.utf8.count - 40, by: 31) {
            var bytes = Array(pem.utf8)
            bytes[at] = UInt8(ascii: "A")
            guard let damaged = try? RSAKey(pem: String(decoding: bytes, as: UTF8.self)) else { continue }
            _ = try? damaged.signature(of: [1, 2, 3])
        }
    }
}
