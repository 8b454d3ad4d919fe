internal import JSON
package import Crypto
package import Domain
internal import Text

extension Recipe {
    /// The SHA-256 of the model's file, where a local model answers; nil for services.
    package var modelDigest: Digest? {
        guard let root = try? JSONDocument(Array(parameters.utf8)).root,
            let bytes = root["modelDigest"]?.string.flatMap(bytes(ofHexadecimal:))
        else { return nil }
        return Digest(bytes: bytes)
    }
}
