internal import Storage

/// How far a batch is written.
struct AppliedBatch {
    /// The batch.
    let number: Int
    /// How many of its images are written.
    var images = 0
    /// How many of its problems are written.
    var problems = 0
    /// What came of them.
    var progress = SubmissionProgress()

    /// A batch of which nothing is written.
    init(number: Int) { self.number = number }
}
