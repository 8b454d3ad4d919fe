/// Decisions to be written down together.
package struct SubmissionBatch: Sendable {
    /// 1 for the first batch of a submission, and so on; a repeated call has the number of the call that it repeats.
    package let number: Int
    /// Images with what was decided about them.
    package var images: [PlannedImage]
    /// What could not be taken.
    package var problems: [SubmissionProblem]
    /// Every name before this place in the order of the sources was seen: none comes later any more.
    package var settledPlace: Int64

    /// A batch.
    package init(
        number: Int, images: [PlannedImage] = [], problems: [SubmissionProblem] = [], settledPlace: Int64 = 0
    ) {
        self.number = number
        self.images = images
        self.problems = problems
        self.settledPlace = settledPlace
    }
}
