package import Vocabulary

/// What a store knows of a listing: which files must be read, which images lack an answer.
package struct Comparison: Sendable {
    /// A file whose content is known.
    package struct Known: Sendable {
        /// Its name's row.
        package let path: PathID
        /// Its content.
        package let image: ImageID
        /// Its place in the listing.
        package let index: Int
    }

    /// Files that are new or have changed, by their place in the listing.
    package var unread: [Int] = []
    /// Files that need no reading and that are not in the job's selection yet.
    var joining: [Known] = []
    /// Files that need no reading, that lack an answer and are not queued for one.
    package var unanswered: [Known] = []
    /// How many files need nothing.
    package var answered = 0
    /// How many files are queued already in the job's run.
    package var queued = 0
}
