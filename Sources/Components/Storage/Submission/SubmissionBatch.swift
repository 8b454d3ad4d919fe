package import Platform
package import Domain

/// Decisions to be written down together.
package struct SubmissionBatch: Sendable {
    /// 1 for the first batch of a submission, and so on; a repeated call has the number of the call that it repeats.
    package let number: Int
    /// Images with what was decided about them.
    package var images: [PlannedImage]
    /// What could not be taken.
    package var problems: [SubmissionProblem]
    /// Every name before this place in the order of the sources was seen: none comes later any more.
    package var settledOrder: Int64

    /// A batch.
    package init(
        number: Int, images: [PlannedImage] = [], problems: [SubmissionProblem] = [], settledOrder: Int64 = 0
    ) {
        self.number = number
        self.images = images
        self.problems = problems
        self.settledOrder = settledOrder
    }
}

/// A source or a name that a submission could not take.
package struct SubmissionProblem: Sendable {
    /// Why.
    package let failure: Failure
    /// The name, or the source.
    package let path: FilePath
    /// How the source wants the name read.
    package let reading: Reading
    /// Whether `path` is a name that a source gives, and not the source itself.
    package let isName: Bool
    /// Whether it is a source that only gives no file, which fails nothing.
    package let isNotice: Bool

    /// The code of a query among the sources that has no answer.
    package static let queryCode = "SQL"
    /// Whether it is such a query.
    package var isQuery: Bool { !isName && failure.code == SubmissionProblem.queryCode }

    /// A problem.
    package init(
        _ failure: Failure, at path: FilePath, reading: Reading = Reading(), isName: Bool, isNotice: Bool = false
    ) {
        self.isNotice = isNotice
        self.failure = failure
        self.path = path
        self.reading = reading
        self.isName = isName
    }
}

/// What came of a batch, counted by name.
package struct SubmissionProgress: Equatable, Sendable {
    /// The run that has the job's queued images; nil where none had to be queued and none is.
    package var run: RunID?
    /// Images queued.
    package var queued = 0
    /// Images whose answers are there already.
    package var answered = 0
    /// Images whose tasks are queued or running already.
    package var alreadyQueued = 0
    /// Further names of content that this submission has seen by another name; they count nowhere else.
    package var copies = 0
    /// Images that failed before and are left alone.
    package var failedBefore = 0
    /// Images that failed in a way that may pass, and that a later submission tries again.
    package var awaitingRetry = 0
    /// Why the rest of this batch was not written, and nothing more will be; nil as a rule.
    ///
    /// The counts are of the part that was written before.
    package var end: SubmissionEnd?

    /// Nothing came of it.
    package init() {}
}
