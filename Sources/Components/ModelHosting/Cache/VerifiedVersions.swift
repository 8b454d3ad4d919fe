internal import Crypto
internal import Platform
internal import Synchronization

/// The cached versions whose bytes this process has compared with their digest, so that a submission and the worker
/// behind it hash a model once.
///
/// A version counts as long as its file has the same inode, length and time of its last change.
package final class VerifiedVersions: Sendable {
    private let seen = Mutex<[Digest: FileStatus]>([:])

    /// Nothing verified yet.
    package init() {}

    func holds(_ digest: Digest, _ status: FileStatus) -> Bool { seen.withLock { $0[digest] == status } }

    func add(_ digest: Digest, _ status: FileStatus) { seen.withLock { $0[digest] = status } }
}
