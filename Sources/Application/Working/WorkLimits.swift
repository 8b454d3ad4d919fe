package import Domain

/// How long a command works, and how many images may fail meanwhile.
package struct WorkLimits: Sendable {
    /// The moment of the monotonic clock at which the time is up, in its milliseconds.
    private let end: Int64?
    /// The moment of the wall clock at which the time is up.
    private let until: Timestamp?
    /// How many images of a run may fail; nil: all of them.
    package let failures: FailureLimit?

    /// No limits but those that are given.
    ///
    /// - Parameter end: a moment of the monotonic clock, in its milliseconds.
    package init(end: Int64? = nil, until: Timestamp? = nil, failures: FailureLimit? = nil) {
        self.end = end
        self.until = until
        self.failures = failures
    }

    /// Whether the time is up.
    ///
    /// - Parameters:
    ///   - now: the moment of the wall clock.
    ///   - milliseconds: that of the monotonic clock.
    func isOver(at now: Timestamp, _ milliseconds: Int64) -> Bool {
        if let end, milliseconds >= end { return true }
        if let until { return now >= until }
        return false
    }
}
