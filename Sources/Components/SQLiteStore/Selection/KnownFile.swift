internal import Domain

/// A listed file whose content is known, about which something must be written.
struct KnownFile {
    /// What the content has.
    enum Standing {
        /// All answers.
        case answered
        /// A task that is queued or running.
        case queued
        /// Neither.
        case lacking
    }

    /// Its name's row.
    let path: PathID
    /// Its content.
    let image: ImageID
    /// Its place in the listing.
    let index: Int
    /// What the content has.
    let standing: Standing
    /// Whether the content was seen by another name before.
    let isCopy: Bool
}
