internal import Domain
internal import YAML

extension Node {
    /// An address that anything is downloaded from.
    func downloadAddress() -> String? {
        let expected = "an address such as https://example.org/a.jpg"
        guard let text = text(expected) else { return nil }
        guard WebAddress(text) != nil else {
            return addressMismatch(expected, suggestion: text.contains(" ") ? "write a space as %20" : nil)
        }
        return text
    }

    /// An address that credentials may be sent to, without a closing slash.
    ///
    /// That is `https`, or plain `http` to this machine.
    func serviceAddress() -> String? {
        let expected = "an address such as https://example.org, without `?` and `#`"
        guard let text = text(expected) else { return nil }
        guard let address = WebAddress(text), !address.rest.contains("?"), !address.rest.contains("#") else {
            return addressMismatch(expected)
        }
        guard address.isSecure || address.isLoopback else {
            return addressMismatch("https (secrets are sent over plain http only to this machine)")
        }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// A mismatch that does not show an address which may carry a password or a key.
    private func addressMismatch(_ expected: String, suggestion: String? = nil) -> String? {
        guard case .string(let text) = value.content else { return mismatch(expected) }
        return (text.contains { "@?#".contains($0) } ? quiet : self).mismatch(expected, suggestion: suggestion)
    }

    /// The host and port of an emulator on this machine: `127.0.0.1:9099`.
    func loopbackHost() -> String? {
        let expected = "the host and port of an emulator on this machine, such as 127.0.0.1:9099"
        guard let text = text(expected) else { return nil }
        guard let host = WebAddress.host(of: text[...], mustHavePort: true), WebAddress.isLoopback(host) else {
            return mismatch(expected)
        }
        return text
    }

    /// An object in Cloud Storage: `gs://bucket/a.jpg`.
    func cloudStorageObject() -> String? {
        let expected = "an object in Cloud Storage, such as gs://bucket/a.jpg"
        guard let text = text(expected) else { return nil }
        guard let object = CloudObject(text),
            NameRule(description: "", first: bucketCharacters, rest: bucketCharacters).accepts(object.bucket)
        else { return mismatch(expected) }
        return text
    }
}

private let bucketCharacters = "abcdefghijklmnopqrstuvwxyz0123456789._-"
