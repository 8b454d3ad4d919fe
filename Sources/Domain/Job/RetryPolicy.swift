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
    /// Crashes of the worker while it processes an image before that image is quarantined.
    package var crashes = 3

    /// The policy of a manifest that says nothing of it.
    package init() {}
}
