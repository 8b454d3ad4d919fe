/// One look at a job's sources: decide, then apply.
///
/// What `SubmissionPreview` has only reads here, too; `apply` and `finish` write. Until `finish` has completed the
/// submission, nothing departs from the job's selection, nothing is marked as missing and no recipe is switched.
package protocol SubmissionSession: SubmissionPreview {
    /// Writes down a set of decisions: names, contents, members of the selection, tasks, and what could not be taken.
    ///
    /// A long batch is written in several short transactions, between which other processes may write; each of them is
    /// written whole or not at all, and repeating the call writes what is lacking. A run is opened when the first task
    /// needs it.
    func apply(_ batch: SubmissionBatch) throws(StoreError) -> SubmissionProgress

    /// Completes the submission, which has seen all sources.
    ///
    /// What no source names any more departs, and what is queued of it is cancelled; what is not there any more stays
    /// and is marked; members whose name is gone get the first other one that was seen. What older runs have queued for
    /// other recipes is cancelled. Recipes are shown where no run has to answer them first. A completed submission
    /// stays as it is.
    func finish(_ completion: SubmissionCompletion) throws(StoreError) -> SubmissionOutcome
}
