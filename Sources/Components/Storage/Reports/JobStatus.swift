package import Domain
package import Platform

/// How a job stands, as the view `jobs` has it.
package struct JobStatus: Sendable {
    /// Its name.
    package let job: String
    /// Where its newest manifest was read.
    package let manifest: FilePath
    /// Its images, and those that fail now.
    package let totals: JobTotals
    /// Images that are queued or being processed, and those whose files are gone.
    package let queued: Int, missing: Int
    /// Its newest run; nil where it has none.
    package let newestRun: RunID?
    /// When it was last submitted; nil where it never was.
    package let submittedAt: String?
    /// The newest of the vendor's months in which it was billed, with its units and the most that they cost; nil where
    /// it never was.
    package let month: (name: String, units: Int, microDollars: Int64)?

    /// A value of these parts.
    package init(
        job: String, manifest: FilePath, totals: JobTotals, queued: Int, missing: Int, newestRun: RunID?,
        submittedAt: String?, month: (name: String, units: Int, microDollars: Int64)?
    ) {
        self.job = job
        self.manifest = manifest
        self.totals = totals
        self.queued = queued
        self.missing = missing
        self.newestRun = newestRun
        self.submittedAt = submittedAt
        self.month = month
    }
}
