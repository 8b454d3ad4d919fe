internal import Crypto
internal import Domain
internal import Platform

/// Which source it is: the name of its files in the cache, and the words for people.
struct SourceKey: Hashable, Sendable {
    /// For people, without a secret: `gs://bucket/models/flowers.tflite`.
    let source: String
    /// 64 hexadecimal digits that stand for the service's address and the model's name there.
    let name: String

    /// The key of a source.
    ///
    /// - Parameters:
    ///   - identity: all that tells it from other sources; only its digest is kept.
    init(source: String, identity: String) {
        self.source = source
        name = Digest(of: identity).hex
    }
}
