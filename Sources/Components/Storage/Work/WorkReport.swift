package import Domain

/// What a worker reports, and what it wants.
package struct WorkReport: Sendable {
    /// 1 for the first exchange of a session, and so on; a repeated call has the number of the call that it repeats.
    package let number: Int
    /// How attempts ended; those of one request together.
    package var results: [AttemptResult] = []
    /// Names that are gone.
    package var missing: [PathID] = []
    /// Requests that are ready to be sent.
    package var requests: [SendRequest] = []
    /// How many tasks are wanted.
    package var wanted = 0
    /// Whether a task that must run alone may be claimed: nothing else is claimed here.
    package var mayIsolate = false

    /// A report of nothing.
    package init(number: Int) {
        self.number = number
    }
}
