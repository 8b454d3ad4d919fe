internal import Domain

/// A name that was found, as the store has it from now on.
struct KeptName: Sendable {
    /// Its content.
    let image: ImageID
    /// Its row.
    let path: PathID
    /// Whether the name was missing until now.
    let wasMissing: Bool
    /// Whether nothing was known of the content before, so that no task, answer or selection can have it.
    let isNewImage: Bool
    /// The content that the name held until now, where it was another.
    let replaced: ImageID?
}
