internal import Backends
internal import Crypto
internal import ModelHosting

extension CachedModel {
    /// The SHA-256 by which recipes and views name the model.
    var modelDigest: Digest { Backends.modelDigest(of: file, digest) }
}

extension ModelCache.Entry {
    /// The SHA-256 by which recipes and views name the model; that of the file where only its record is left.
    var modelDigest: Digest { Backends.modelDigest(of: file, digest) }
}
