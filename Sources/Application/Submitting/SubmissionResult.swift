package import Storage
package import Domain

/// What came of a submission.
package struct SubmissionResult: Equatable, Sendable {
    /// The run that has the job's queued images; nil where none had to be queued and none is.
    package var run: RunID?
    /// Which version of a hosted model answers; nil where none is hosted.
    package var model: ModelChoice?
    /// Files found.
    package var found = 0
    /// Files read because they were new or had changed.
    package var read = 0
    /// What complete submissions the job had before.
    package var history = ManifestHistory.sameManifest
    /// Tasks queued.
    package var queued = 0
    /// Why, as it was decided: where others have written meanwhile, the counts are not those of `queued`.
    package var reasons: [QueuedReason] = []
    /// Images whose answers are held already, counted by file.
    package var answered = 0
    /// Images whose tasks are queued or running already.
    package var alreadyQueued = 0
    /// Further names of content that was found by another name already; they count nowhere else.
    package var copies = 0
    /// Images that failed before and were left alone.
    package var failedBefore = 0
    /// Images that failed before in a way that may pass, and that a later submission tries again.
    package var awaitingRetry = 0
    /// Files of images outside of the shares of their sources.
    package var outsideShare = 0
    /// Names that hold another image than before.
    package var changed = 0
    /// Names that hold the same image in a file of other metadata, for which nothing is asked.
    package var metadataChanged = 0
    /// Names that could not be read.
    package var unreadable = 0
    /// Sources that brought nothing: a folder that is not there, a list that cannot be read.
    package var brokenSources = 0
    /// How many images each query of the sources gave, in their order.
    package var imagesGiven: [Int] = []
    /// Rows of queries without an image, and further rows of an image.
    package var rowsWithoutImage = 0, repeatedRows = 0
    /// Whether a query of the sources failed: then nothing leaves, and the submission stays open.
    package var hasFailedQuery = false
    /// Patterns and folders that are there to be looked at and gave no file.
    package var emptySources: [EmptySource] = []
    /// Files that its sources have passed.
    package var skipped = SkippedFiles()
    /// The patterns of `exclude` that left nothing out; none where a source could not be searched.
    package var idleExclusions: [String] = []
    /// What was wrong with these names and sources, the first hundred.
    package var problems: [String] = []
    /// How many of them there are of each kind and code.
    package var problemCounts: [ProblemCount] = []
    /// The same as the store has written it down, with what it made of members that were not seen.
    package var counts = SubmissionCounts()
    /// Responses that were read again for the symbols of text, which the job asks now.
    package var symbolsRead = 0
    /// Answers with more or fewer results than before that were read from kept responses.
    package var keptAnswers = 0
    /// Why it ended early because of what others did; nil as a rule.
    package var end: SubmissionEnd?
    /// Why it was not completed though it has seen all sources; nil as a rule.
    package var refusal: SubmissionRefusal?
    /// What was not done yet when the time given for it was over, as a clause; nil where time was not what ended it.
    package var lateness: String?
    /// Whether it ended before it had seen all sources; submitting again finds the rest.
    package var isInterrupted = false

    /// Nothing yet.
    package init() {}

    /// Counts what could not be taken in.
    ///
    /// - Parameter words: what is said of it, with its name.
    mutating func add(_ failure: Failure, isName: Bool, words: String) {
        if isName { unreadable += 1 } else { brokenSources += 1 }
        if problems.count < maxProblems { problems.append(words) }
        let kind = failure.kind.rawValue
        if let index = problemCounts.firstIndex(where: { $0.kind == kind && $0.code == failure.code }) {
            problemCounts[index].count += 1
        } else {
            problemCounts.append(ProblemCount(kind: kind, code: failure.code, count: 1, example: words))
        }
    }

    /// Counts what a batch of it has written.
    mutating func add(_ progress: SubmissionProgress) {
        run = progress.run
        queued += progress.queued
        answered += progress.answered
        alreadyQueued += progress.alreadyQueued
        copies += progress.copies
        failedBefore += progress.failedBefore
        awaitingRetry += progress.awaitingRetry
    }
}

/// A pattern or a folder that is there to be looked at and gave no file.
package struct EmptySource: Equatable, Sendable {
    /// The folder or the pattern.
    package let source: String
    /// The same with what is there in its place: `/data/NAS: 1 file, none that Cairn reads (1 cr2)`.
    package let text: String
}

/// Names and sources that could not be taken for one reason.
package struct ProblemCount: Equatable, Sendable {
    /// The kind and the code, as in the view `failures`.
    package let kind: String, code: String?
    /// How many.
    package var count: Int
    /// The message of the first one.
    package let example: String
}

/// Messages that a submission keeps of what it could not take.
private let maxProblems = 100
