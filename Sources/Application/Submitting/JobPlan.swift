package import Planning
package import Storage
package import Domain
internal import Platform

/// What a plan waits for: jobs whose images are not all answered, so that they may show more images.
package struct PlanWait: Equatable, Sendable {
    /// The jobs.
    package let jobs: [String]
    /// How many images they may show beside those of today, and the units that these cost.
    package let images: Int, units: Int
}

/// Images that a plan asks about: those that the store has, and how many others.
struct AskedImages: Sendable {
    var known: Set<ImageID> = []
    var new = 0
}

/// What submitting a job would do, as the store and the files are now.
package struct JobPlan: Sendable {
    /// The job's name.
    package let job: String
    /// Whose bill it is; nil where nothing is billed.
    package let account: String?
    /// Units, dollars and time, the reasons first.
    package let summary: PlanSummary
    /// The vendor's month and what the account has used in it, by feature.
    package let month: String, used: [FeatureUse]
    /// The caps that hold, with what counts against each.
    package let caps: [CapUsage]
    /// The first cap that would stop it; nil where none would.
    package let forecast: CapForecast?
    /// What was found, known and not readable; `queued` are the images that are asked about.
    package let found: SubmissionResult
    /// Pictures that would be marked as missing, those that no source names any more, and those whose names hold other
    /// pictures now.
    package let missing: Int, removed: Int, replaced: Int
    /// Responses that would be read again for the symbols of text, at no cost.
    package let symbolsRead: Int
    /// Answers with more or fewer results than before that would be read from kept responses, at no cost.
    package let keptAnswers: Int
    /// Why `submit`, `run` and `nightly` would not do it without the word of a person; none as a rule.
    package let refusals: [SubmissionRefusal]
    /// Files that were not read, all of them counted as new; 0 unless the plan was made fast.
    package let unread: Int
    /// The run that new images would join, with its numbers; nil where one would be opened.
    package let run: RunTotals?
    /// The queued images of that run, and their units.
    package let queued: PlanSummary.Count
    /// The job's other runs that a night works on, too, and what is queued in them; `cairn run` leaves it.
    package let otherRuns: [RunID], queuedInOthers: PlanSummary.Count
    /// What the images that are asked about and the queued ones cost together.
    package let cost: CostEstimate
    /// The jobs that it reads and whose images are not all answered; nil where there are none.
    package let wait: PlanWait?
    /// How fast a model on this machine was in an earlier run; nil where none tells, and where a service answers.
    package let speed: FormerSpeed?
    /// The images that are asked about.
    let askedImages: AskedImages
    /// The plan to be pinned, with each image; nil where none was wanted, or files were not read.
    package let file: PlanFile?

    /// Images that would be asked about.
    package var images: Int { summary.total.images }
    /// Units of the images that are asked about and of the queued ones.
    package var units: Int { summary.total.units.saturatingAdd(queued.units) }
    /// The units of all images, and of those that may come once the jobs that it waits for are answered.
    package var maxUnits: Int { units.saturatingAdd(wait?.units ?? 0) }
    /// Whether there is anything to do: to ask, to work on, or to mark.
    package var hasWork: Bool {
        images + missing + removed + replaced + symbolsRead + keptAnswers + queued.images + (run?.running ?? 0) > 0
    }
    /// Names and sources that could not be read.
    package var problems: Int { found.unreadable + found.brokenSources }
}
