package import Crypto
package import Domain
package import Platform

/// A version of a hosted model that lies in the cache, whole and checked against its digest.
package struct CachedModel: Equatable, Sendable {
    /// The SHA-256 of its bytes.
    package var digest: Digest
    /// The file; it never changes, and stays until it is pruned.
    package var file: FilePath
    /// Its length in bytes.
    package var bytes: Int64
    /// What the service calls this version: a generation, an ETag; nil where nothing is known of its source.
    package var version: String?
    /// When the service was last asked and this was its newest version; nil where nothing is known of its source.
    package var checked: Timestamp?
}
