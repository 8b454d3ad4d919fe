internal import Platform
package import Domain

/// How long a command works, and how much may go wrong meanwhile.
package struct WorkLimits: Sendable {
    /// Monotonic milliseconds at which the time is up.
    private var end: Int64?
    /// The moment at which the time is up by the clock on the wall.
    private let until: Timestamp?
    /// How many images of a run may fail; nil: all of them.
    package let failures: FailureLimit?

    /// No limits but those that are given, from now on.
    package init(span: TimeSpan? = nil, until: Timestamp? = nil, failures: FailureLimit? = nil) {
        end = span.map { monotonicMilliseconds() + $0.milliseconds }
        self.until = until
        self.failures = failures
    }

    /// Whether the time is up.
    func isOver(at now: Timestamp) -> Bool {
        if let end, monotonicMilliseconds() >= end { return true }
        if let until { return now >= until }
        return false
    }
}
