package import Crypto
package import Platform

/// An image of a pinned plan.
package struct PinnedImage: Equatable, Sendable {
    /// SHA-256 of its bytes; of an object that is handed on by its name, of the name.
    package let digest: Digest
    /// Why it is asked about.
    package let reason: PlanReason
    /// What it lacks, by places in the plan's recipes; never none.
    package let lacking: RecipePlaces
    /// One of its names, for people: content is what counts, and a renamed file is the same image.
    package let path: FilePath?

    /// An image.
    package init(digest: Digest, reason: PlanReason, lacking: RecipePlaces, path: FilePath? = nil) {
        self.digest = digest
        self.reason = reason
        self.lacking = lacking
        self.path = path
    }
}
