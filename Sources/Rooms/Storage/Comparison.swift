package import Vocabulary

/// What a store knows of a listing: which files must be read, which images lack an answer.
package struct Comparison: Sendable {
    /// A file whose content is known and not wholly answered.
    package struct Unanswered: Sendable {
        /// Its name's row.
        package let path: PathID
        /// Its content.
        package let image: ImageID
    }

    /// Files that are new or have changed, by their place in the listing.
    package var unread: [Int] = []
    /// Files that need no reading and lack an answer.
    package var unanswered: [Unanswered] = []
    /// How many files need nothing.
    package var answered = 0
    /// Names the store has in this folder that the listing has not: gone, or no longer wanted.
    package var absent: [Absent] = []

    /// A name of the store that a whole listing does not have.
    package struct Absent: Sendable {
        /// Its row.
        package let path: PathID
        /// The name within the folder.
        package let name: [UInt8]
    }
}
