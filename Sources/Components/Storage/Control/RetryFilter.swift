package import Domain

/// Which failed tasks of a run are queued again.
package struct RetryFilter: Sendable {
    /// Only failures of this kind; nil: of every kind.
    package let kind: Failure.Kind?
    /// Only failures with this code, such as `DEADLINE_EXCEEDED`; nil: with any.
    package let code: String?
    /// Only these tasks; nil: all.
    package let tasks: [TaskID]?

    /// The failures of a kind and with a code, where these are given.
    package init(kind: Failure.Kind? = nil, code: String? = nil) {
        self.kind = kind
        self.code = code
        tasks = nil
    }

    /// The failures of some tasks.
    package init(tasks: [TaskID]) {
        kind = nil
        code = nil
        self.tasks = tasks
    }
}
