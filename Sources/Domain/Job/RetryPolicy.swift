/// What is tried again, and how often.
package struct RetryPolicy: Equatable, Sendable {
    /// Tries of one task before it has failed.
    package var attempts = 5
    /// The longest wait before the second try; it doubles with every further one.
    package var base = TimeSpan.seconds(1)
    /// The longest wait of all.
    package var cap = TimeSpan.seconds(60)
    /// The longest that one try may take.
    package var timeout = TimeSpan.seconds(60)
    /// Deaths of the worker with one image in hand before that image is quarantined.
    package var deaths = 3

    /// The policy of a manifest that says nothing of it.
    package init() {}
}
