package import Crypto
package import Platform
package import Domain

/// An image that is to be queued, in words that outlive the store's numbers.
package struct AskedImage: Equatable, Sendable {
    /// SHA-256 of its bytes; of an object that is handed on by its name, of the name.
    package let digest: Digest
    /// The name by which it was found.
    package let path: FilePath
    /// Why it is asked about.
    package let reason: QueueReason
    /// What was there before, of the reasons that name it: the digest of an image or of a recipe.
    package let origin: Digest?
    /// What is asked of it, by places in the request's recipes; never none.
    package let lacking: [Int]

    /// An image.
    package init(digest: Digest, path: FilePath, reason: QueueReason, origin: Digest?, lacking: [Int]) {
        self.digest = digest
        self.path = path
        self.reason = reason
        self.origin = origin
        self.lacking = lacking
    }
}
