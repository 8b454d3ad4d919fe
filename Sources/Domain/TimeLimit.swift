/// When a command begins nothing more: after a time, or from a moment on.
package struct TimeLimit: Sendable {
    /// The moment of the monotonic clock at which the time is up, in its milliseconds.
    private let end: Int64?
    /// The moment of the wall clock at which the time is up.
    private let until: Timestamp?

    /// No limit but those that are given.
    ///
    /// - Parameter end: a moment of the monotonic clock, in its milliseconds.
    package init(end: Int64? = nil, until: Timestamp? = nil) {
        self.end = end
        self.until = until
    }

    /// Whether the time is up.
    ///
    /// - Parameters:
    ///   - now: the moment of the wall clock.
    ///   - milliseconds: that of the monotonic clock.
    package func isOver(at now: Timestamp, _ milliseconds: Int64) -> Bool {
        if let end, milliseconds >= end { return true }
        if let until { return now >= until }
        return false
    }
}
