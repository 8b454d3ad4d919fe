internal import Storage

extension SubmissionCompletion {
    /// Adds what has become of names that no source gives any more.
    mutating func add(_ former: FormerNames) {
        missingNames += former.missing
        returnedNames = former.returned
        checkedFolders = former.checked
    }

    /// The counts of a submission that has seen all sources.
    init(of submission: SubmissionResult) {
        var counts = SubmissionCounts()
        counts.found = submission.found
        counts.read = submission.read
        counts.known = submission.answered + submission.alreadyQueued + submission.copies
        counts.queued = submission.queued
        self.init(counts: counts)
        imagesGiven = submission.imagesGiven
    }
}
