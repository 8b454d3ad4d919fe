/// How a job's images stand, whether the job has a run or not.
package struct JobTotals: Equatable, Sendable {
    /// Images of the job's selection.
    package let images: Int
    /// Those among them that have all their answers.
    package let answered: Int
    /// Those among them that fail now.
    package let failing: Int

    /// Counts of a job.
    package init(images: Int, answered: Int, failing: Int) {
        self.images = images
        self.answered = answered
        self.failing = failing
    }
}
