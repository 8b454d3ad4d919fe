package import Vocabulary

/// What came of a submission.
package struct Submission: Equatable, Sendable {
    /// The run that holds the job's tasks: a new one, or the one that was there already.
    package var run: RunID
    /// Files found.
    package var found = 0
    /// Files read because they were new or had changed.
    package var read = 0
    /// Tasks queued.
    package var queued = 0
    /// Images whose answers are held already, counted by file.
    package var answered = 0
    /// Images whose tasks wait or run already.
    package var underWay = 0
    /// Images that failed before and were left alone.
    package var failedBefore = 0
    /// Names that could not be read, and are failures of the run.
    package var unreadable = 0
    /// Whether the user stopped the search before its end; submitting again goes on.
    package var isInterrupted = false
}
