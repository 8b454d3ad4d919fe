package import Crypto
package import Platform
package import Domain

/// What a store knows of a listing.
package struct ListingDiff: Sendable {
    /// Files that are new or have changed, by their place in the listing: these must be read.
    package var unread: [Int] = []
    /// Files that need no reading and about which something must be written: they lack an answer, or are not in the
    /// job's selection yet.
    ///
    /// They belong in the next batch.
    package var images: [PlannedImage] = []
    /// How many files need nothing.
    package var answered = 0
    /// How many of them hold content that was seen by another name before.
    package var copies = 0
    /// How many files are queued already in the job's run.
    package var queued = 0
    /// How many of those hold content that was seen by another name before.
    package var queuedCopies = 0
    /// How many files hold images outside of the listing's share.
    package var outsideShare = 0

    /// A diff of an empty listing.
    package init() {}
}

/// A name that the store has and that a submission has not seen.
package struct UnseenName: Sendable {
    /// Its number.
    package let id: PathID
    /// The file or the address.
    package let path: FilePath
    /// How it was read.
    package let reading: Reading
    /// Whether a list of this submission gives it and it was not there.
    package let isListed: Bool

    /// A name.
    package init(id: PathID, path: FilePath, reading: Reading = Reading(), isListed: Bool) {
        self.id = id
        self.path = path
        self.reading = reading
        self.isListed = isListed
    }
}

/// A member of a job's selection of which a submission has seen no name.
package struct UnseenImage: Sendable {
    package let image: ImageID
    /// By what the image is known.
    package let digest: Digest
    /// The name that the member has.
    package let path: PathID
    /// All its names, in their order.
    package let names: [UnseenName]
    /// Whether it is marked as missing already.
    package let isMissing: Bool
    /// Whether it counts where too many leave: it is not marked, and a completed submission gave it.
    package let isKnown: Bool

    /// A member.
    package init(
        image: ImageID, digest: Digest, path: PathID, names: [UnseenName], isMissing: Bool = false,
        isKnown: Bool = true
    ) {
        self.image = image
        self.digest = digest
        self.path = path
        self.names = names
        self.isMissing = isMissing
        self.isKnown = isKnown
    }
}
