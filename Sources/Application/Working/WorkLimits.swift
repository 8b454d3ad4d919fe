package import Domain

/// How long a command works, and how many images may fail meanwhile.
package struct WorkLimits: Sendable {
    /// When nothing more is begun.
    package let time: TimeLimit
    /// How many images of a run may fail; nil: all of them.
    package let failures: FailureLimit?

    /// No limits but those that are given.
    ///
    /// - Parameter end: a moment of the monotonic clock, in its milliseconds.
    package init(end: Int64? = nil, until: Timestamp? = nil, failures: FailureLimit? = nil) {
        time = TimeLimit(end: end, until: until)
        self.failures = failures
    }
}
