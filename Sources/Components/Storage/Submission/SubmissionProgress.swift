package import Domain

/// What came of a batch, counted by name.
package struct SubmissionProgress: Equatable, Sendable {
    /// The run that has the job's queued images; nil where none had to be queued and none is.
    package var run: RunID?
    /// Images queued.
    package var queued = 0
    /// Images whose answers are there already.
    package var answered = 0
    /// Images whose tasks are queued or running already.
    package var underWay = 0
    /// Further names of content that this submission has seen by another name; they count nowhere else.
    package var copies = 0
    /// Images that failed before and are left alone.
    package var failedBefore = 0
    /// Why the rest of this batch was not written, and nothing more will be; nil as a rule.
    ///
    /// The counts are of the part that was written before.
    package var end: SubmissionEnd?

    /// Nothing came of it.
    package init() {}
}
