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

    /// A diff of an empty listing.
    package init() {}
}
