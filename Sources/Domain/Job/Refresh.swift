/// Which answers are asked for anew.
package struct Refresh: Equatable, Sendable {
    /// Answers older than this; nil: an answer never ages.
    package var olderThan: TimeSpan?
    /// Whether tasks that failed in earlier runs are tried again.
    package var failed = false

    /// Nothing is asked for anew.
    package init() {}
}
