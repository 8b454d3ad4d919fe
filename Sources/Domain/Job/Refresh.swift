/// Which answers are asked for again.
package struct Refresh: Equatable, Sendable {
    /// Answers older than this; nil: an answer never ages.
    package var olderThan: TimeSpan?
    /// Whether tasks that failed in earlier runs are tried again.
    package var failed = false

    /// Nothing is asked for again.
    package init() {}
}
