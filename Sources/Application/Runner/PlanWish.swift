package import Planning

/// What is wanted of a plan beside its numbers.
package enum PlanWish: Sendable {
    /// Nothing.
    case numbers
    /// Nothing, and new files are not read: they count as new, copies of known content among them.
    case fast
    /// Each image.
    case images
    /// Each image, and what has moved since a plan was pinned.
    case drift(since: PlanFile)
}
