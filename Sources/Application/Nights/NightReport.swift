package import Platform
package import Storage
package import Submitting
package import Domain

/// What one night did for one job, for mail, JSON and metrics.
///
/// Everything but the month's sums is of this night alone: counted by the attempts of its own workers.
package struct NightReport: Equatable, Sendable {
    /// Images that were queued for one reason.
    package struct ReasonCount: Equatable, Sendable {
        /// The reason's word, as in the view `tasks`.
        package var reason: String
        /// How many images.
        package var images: Int

        /// Images of one reason.
        package init(_ reason: String, _ images: Int) {
            self.reason = reason
            self.images = images
        }
    }

    /// The job's name.
    package var job: String
    /// How the night ended.
    package var ending: NightEnding
    /// The run that was worked on; nil where nothing was queued.
    package var run: RunID?
    /// The store, as people name it; the one that `--store` named, which commands must name, too.
    package var store = "", storeOption: FilePath?

    /// The night before, where it did not end; nil as a rule.
    package var killed: KilledNight?
    /// Which model answered in place of the hosted one, and why; nil where the hosted one did.
    package var model: String?
    /// Whether a person should look at the service of the hosted model.
    package var isModelLost = false
    /// Images that were queued this night, by reason.
    package var asked: [ReasonCount] = []
    /// What was asked again of images that a billed job knew, as it asks otherwise than before:
    /// `12 of other parameters (LABEL_DETECTION quality 85 -> 84)`; nil where nothing was.
    package var again: String?
    /// Images of the selection that needed nothing, and what asking them again would have cost at the most.
    package var known = 0, savedMicroDollars: Int64 = 0
    /// Images that this night's workers answered.
    package var done = 0
    /// Images of this night that others answered, by the job that did, and what that saves at the most.
    package var answeredElsewhere: [WorkSummary.Answered] = [], elsewhereMicroDollars: Int64 = 0
    /// What this night's answers have in common and those before had not.
    package var unusual: [UnusualAnswers] = []
    /// When the night began.
    package var began = Timestamp(milliseconds: 0)
    /// What failed this night for good, by kind and code, the most first.
    package var failures: [WorkSummary.Failures] = []
    /// Answers with more or fewer results than before that were read from kept responses, at no cost.
    package var keptAnswers = 0
    /// Sources that could not be read and could before; `failures` have each of them, too.
    package var brokenSources = 0
    /// Sources that gave no file, in words; nil where there is none.
    package var emptySources: String?
    /// Whether one of them is new in the manifest, and so never gave one.
    package var hasNewEmptySource = false
    /// Whether it was the first time that the job's sources were seen to their end.
    package var isFirst = false
    /// Files that the sources have passed.
    package var skipped = SkippedFiles()
    /// The patterns of `exclude` that left nothing out, in words; nil where there is none.
    package var idleExclusions: String?
    /// What the submission had not done when the time was over, as a clause; nil where it was complete.
    package var lateness: String?
    /// Images that failed in earlier nights and were left alone.
    package var failedBefore = 0
    /// Images that failed in earlier nights in a way that may pass, and that a later night asks again.
    package var awaitingRetry = 0
    /// How many times in a row a failure that may pass is asked again: `retry.nights`.
    package var retryNights = RetryPolicy().nights
    /// Images that wait: queued or in another worker's hand.
    package var queued = 0
    /// Pictures that were marked as missing, and that have another name now.
    package var missing = 0, renamed = 0
    /// `28 of 60 pictures are gone`, where they are more than a tenth and more than ten; nil otherwise.
    package var gone: String?
    /// Names that hold another picture than before, and those that hold the same one in a file of other metadata.
    package var changed = 0, metadataChanged = 0
    /// Files of images outside of the shares of their sources.
    package var outsideShare = 0
    /// Images that left the job, since their names hold others.
    package var replacedImages = 0
    /// Images that left the job, since its sources do not give them any more.
    package var removed = 0
    /// `13 of 15 known pictures`, whose names hold other pictures now; nil where they are half of them or fewer.
    package var replaced: String?
    /// `13 of 15 known pictures`, which the manifest does not name any more; nil where they are half of them or fewer.
    package var unnamed: String?
    /// The manifest, and the command that accepts what was refused.
    package var manifest = "", acceptance: String?

    /// This night's units, settled and uncertain together, and the uncertain ones among them.
    package var units = 0, uncertain = 0
    /// The units that the plan had said; nil where there was none.
    package var plannedUnits: Int?
    /// What this night's units cost at the least and at the most, in millionths of a US dollar.
    package var minMicroDollars: Int64 = 0, maxMicroDollars: Int64 = 0
    /// The caps of the job's day and month, and those that stopped the work.
    package var caps: [CapUsage] = []
    /// Whose bill it is; nil where nothing is billed.
    package var account: String?
    /// What the job's month has cost at the most; nil where nothing is billed.
    package var monthMicroDollars: Int64?

    /// A night without any event.
    package init(job: String, ending: NightEnding) {
        self.job = job
        self.ending = ending
    }

    /// Whether something about the sources is worth a look.
    package var hasSourceNews: Bool {
        unnamed != nil || replaced != nil || gone != nil || hasNewEmptySource || isFirst && !skipped.isEmpty
            || missing > 0 && emptySources != nil
    }

    /// Images that failed this night.
    package var failed: Int { failures.reduce(0) { $0 + $1.count } }

    /// Images that failed this night, and that a later one asks again by itself.
    package var failedForNow: Int { failures.reduce(0) { $0 + $1.awaitingRetry(limit: retryNights) } }

    /// Images that failed this night for the last time that they are asked by themselves.
    package var givenUp: Int { failures.reduce(0) { $0 + $1.givenUp(limit: retryNights) } }

    /// Images that were queued this night.
    package var askedImages: Int { asked.reduce(0) { $0 + $1.images } }
}

/// How a night ended for one job.
package enum NightEnding: Equatable, Sendable {
    /// Nothing that may run now is left.
    case finished
    /// The run stopped with queued images: a cap, the time, too many failures, a pause, a cancellation.
    case stopped(StopReason)
    /// Too many pictures would change at once: nothing was changed, and nothing asked.
    case refused(SubmissionRefusal)
    /// Another `nightly` of the job works since then, in a process of this number on that host.
    case alreadyRunning(since: Timestamp, pid: Int32, host: String)
    /// It was not begun, since a job that it reads ended so in the same call.
    case leftOut(after: String, exit: ExitCode)
    /// The backend, the model or the manifest ended it: the words, and the exit code of such an error.
    case failed(words: String, exit: ExitCode)
    /// A signal ended it.
    case interrupted
}
