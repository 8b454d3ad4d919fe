package import Planning
package import Storage

/// What keeps a submission from changing too many of a job's pictures at once.
package struct ChangeGuards: Sendable {
    /// The store as it was before the sources were read: what was found since was not known.
    package let baseline: WorkBaseline
    /// What may change, however many pictures that are.
    package let accepted: AcceptedChanges

    /// The guards of a submission.
    package init(before baseline: WorkBaseline, accepting accepted: AcceptedChanges) {
        self.baseline = baseline
        self.accepted = accepted
    }
}
