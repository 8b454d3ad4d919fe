package import Platform

/// What one process did for a job since a mark: its own attempts, and never another's.
package struct WorkReceipt: Equatable, Sendable {
    /// Failures of one kind and code.
    package struct Failures: Equatable, Sendable {
        /// The kind and the code, as in the view `failures`.
        package var kind: String, code: String?
        /// How many.
        package var count: Int
        /// Some of the names, four at most.
        package var paths: [FilePath]
        /// The message of one of them.
        package var example: String

        /// Failures of one kind and code.
        package init(kind: String, code: String?, count: Int, paths: [FilePath], example: String) {
            self.kind = kind
            self.code = code
            self.count = count
            self.paths = paths
            self.example = example
        }
    }

    /// Images that others answered.
    package struct Answered: Equatable, Sendable {
        /// The job whose run answered them; the process's own job where another process of it did.
        package var job: String
        /// How many.
        package var images: Int

        /// Images that a job answered.
        package init(job: String, images: Int) {
            (self.job, self.images) = (job, images)
        }
    }

    /// Images answered.
    package var done = 0
    /// Images that failed for good, and names and sources that could not be taken, the most first.
    package var failures: [Failures] = []
    /// Names that could not be taken now and, for the same reason, when the job was submitted before.
    package var problemsBefore = 0
    /// Units that were answered, and units that may have been billed.
    package var settled = 0, uncertain = 0
    /// The least that they cost, behind all others of the month, and the most, in millionths of a US dollar.
    package var leastMicroDollars: Int64 = 0, mostMicroDollars: Int64 = 0
    /// The most that the job's present month costs, in all processes; nil where the job never had a bill.
    package var monthMicroDollars: Int64?

    /// Nothing.
    package init() {}
}
