package import Domain

/// Why and when the work on a run last stopped before the run was finished.
package struct RunStop: Equatable, Sendable {
    /// When it stopped.
    package let at: Timestamp
    /// Why, as one clause without a full stop.
    package let reason: String

    /// A value of these parts.
    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}
