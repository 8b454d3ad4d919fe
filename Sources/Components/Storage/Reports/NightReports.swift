package import Platform
package import Domain

/// What a process has done for a job, and what is left: what a night's report reads.
///
/// - N1: A receipt counts attempts that workers of the baseline's process began after the baseline, and no others.
/// - N2: What one process is told that it did, no other is told, and none is told it twice by later baselines.
/// - N3: An image that is done without an attempt of the process is in `answeredElsewhere` and not in its receipt.
package protocol NightReports {
    /// The point from which on the work of a process is counted that begins now.
    func mark(_ process: ProcessIdentity) throws(StoreError) -> WorkBaseline
    /// What a process did for a job since a mark.
    func receipt(job name: String, since mark: WorkBaseline) throws(StoreError) -> WorkSummary
    /// The images of a job that are done since a mark without an attempt of that process, by the job that answered
    /// them, the most first.
    func answeredElsewhere(job name: String, since mark: WorkBaseline) throws(StoreError) -> [WorkSummary.Answered]
    /// What the labels of a process's answers since a mark have in common, recipe by recipe, beside the last 1,000
    /// answers to the same recipe that the job's runs brought before it; none where either are fewer than
    /// `Share.minTotal`.
    func labelShares(job name: String, since mark: WorkBaseline) throws(StoreError) -> [LabelShares]
    /// Some of the images of a job's selection that fail now, as the view `failures` has them.
    func failing(job name: String, limit: Int) throws(StoreError) -> [FailingImage]
    /// The runs of a job in which images failed that fail now, the newest first; at most three.
    func failingRuns(job name: String) throws(StoreError) -> [RunID]
    /// What is queued of a job's open runs and not begun.
    func queuedWork(job name: String, since mark: WorkBaseline) throws(StoreError) -> QueueSummary
    /// Members that a completed submission gave a job's selection before a mark, and that are not marked as missing.
    ///
    /// - Parameter onlyAnswered: whether only those count that have an answer to what the job asks or has asked.
    func presentMembers(job name: String, before mark: WorkBaseline, onlyAnswered: Bool) throws(StoreError) -> Int
    /// The latest moment that the store has lately heard of: of a worker's last sign of life, or of the newest
    /// submissions.
    func latestMoment() throws(StoreError) -> Timestamp
    /// When a night last ended well, for each job of which one did, by name.
    func nightSuccesses() throws(StoreError) -> [NightSuccess]
}
