package import Domain

/// When a night of a job last ended with exit status 0.
package struct NightSuccess: Equatable, Sendable {
    /// The job's name.
    package let job: String
    /// When.
    package let at: Timestamp

    /// A success.
    package init(job: String, at: Timestamp) {
        self.job = job
        self.at = at
    }
}
