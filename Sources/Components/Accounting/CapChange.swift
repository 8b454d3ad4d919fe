package import Domain

/// By how much what counts against a cap changes.
package struct CapChange: Equatable, Sendable {
    /// Units, and the most that they can cost; below 0 where units were released.
    package var sum = UnitSum()
    /// The cap that holds where units were reserved; nil where they were only released.
    package var cap: Budget.Cap?

    /// Nothing changes.
    package init() {}
}
