import Platform
import TestSupport

/// A service account's key, made for one test.
struct AccountKey {
    /// PEM.
    let privateKey: String
    /// JSON of the key's id to its public half, as the Vision peer takes it.
    let certificates: FilePath

    static let identifier = "kid-4711"

    /// The lines between the markers: what must be nowhere.
    var secrets: [String] { privateKey.split(separator: "\n").filter { !$0.hasPrefix("-") }.map(String.init) }

    init(in scratch: Scratch) throws {
        let key = scratch.file("key.pem")
        let made = shell("openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out '\(key)'")
        let half = shell("openssl pkey -in '\(key)' -pubout")
        guard made.status == 0, half.status == 0 else { throw SystemError("make", "an RSA key with openssl") }
        privateKey = try Files.text(key)
        let names = [Self.identifier: String(decoding: half.output, as: UTF8.self)]
        certificates = try scratch.write("certificates.json", json(names))
    }

    /// The file that Google's console gives for download.
    func file(tokenURI: String) -> String {
        json([
            "type": "service_account", "project_id": "tower-1", "private_key_id": Self.identifier,
            "private_key": privateKey, "client_email": "reader@tower-1.iam.gserviceaccount.com", "token_uri": tokenURI,
        ])
    }
}

/// A JSON object of texts.
func json(_ members: [String: String]) -> String {
    let lines = members.sorted { $0.key < $1.key }.map { name, value in
        "\"\(name)\": \"\(value.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
    return "{\(lines.joined(separator: ", "))}"
}
