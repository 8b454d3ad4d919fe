package import Domain

/// The response that was kept of an attempt after which its task failed.
package struct FailedResponse: Sendable {
    package let task: TaskID
    /// The attempt that brought it, the task's last.
    package let attempt: AttemptID
    /// The image's name.
    package let path: [UInt8]
    /// What came; nil where the kept bytes are damaged.
    package let raw: RawResponse?
    /// The size of the upright original, where it is known.
    package let original: Size?
    /// What was asked and has no answer.
    package let unanswered: [Recipe]

    /// A value of these parts.
    package init(
        task: TaskID, attempt: AttemptID, path: [UInt8], raw: RawResponse?, original: Size?, unanswered: [Recipe]
    ) {
        self.task = task
        self.attempt = attempt
        self.path = path
        self.raw = raw
        self.original = original
        self.unanswered = unanswered
    }
}
