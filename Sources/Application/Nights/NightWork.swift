package import Planning
package import Storage
package import Submitting
package import Working
package import Domain

/// What a night did for one job, before it is judged.
package struct NightWork {
    /// When it began, by the store's clock.
    package let began: Timestamp
    /// The night before, where it did not end; nil as a rule.
    package internal(set) var killed: KilledNight?
    /// What came of looking at the sources.
    package internal(set) var submission = SubmissionResult()
    /// What was queued when the work began, of this night and of earlier ones.
    package internal(set) var queued = QueueSummary()
    /// The runs that it worked on, as they stand at the end.
    package internal(set) var worked: [WorkedRun] = []
    /// The run that has the job's queued images, as it stands at the end; nil where there is none.
    package internal(set) var run: RunTotals?
    /// What its own workers did.
    package internal(set) var receipt = WorkSummary()
    /// The images that others answered meanwhile, by job.
    package internal(set) var answeredElsewhere: [WorkSummary.Answered] = []
    /// What the labels of its answers have in common.
    package internal(set) var labels: [LabelShares] = []
    /// What counts against the caps of the job's day and month.
    package internal(set) var caps: [CapUsage] = []
    /// Whose bill it is; nil where nothing is billed.
    package internal(set) var account: String?
    /// What units cost.
    package internal(set) var prices = PriceList.unbilled
    /// Pictures that the job knew before, where many are not named by its manifest any more; 0 as a rule.
    package internal(set) var knownBefore = 0
    /// Whether a signal ended it.
    package internal(set) var isInterrupted = false
    /// What ended it, of the backend, the model or the manifest.
    package internal(set) var problem: CommandFailure?

    init(began: Timestamp) { self.began = began }
}
