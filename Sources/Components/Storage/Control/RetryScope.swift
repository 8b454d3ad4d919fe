package import Domain

/// Whose images are asked again.
package enum RetryScope: Equatable, Sendable {
    /// Those of one run.
    case run(RunID)
    /// Those of all runs of a job; of its failures those that the view `failures` has.
    case job(String)
}
