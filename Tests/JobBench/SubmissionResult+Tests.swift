import Storage
import Submitting
import Domain

extension SubmissionResult {
    /// A submission by its counts.
    package init(
        run: RunID? = nil, found: Int = 0, read: Int = 0, queued: Int = 0, answered: Int = 0, alreadyQueued: Int = 0,
        copies: Int = 0, unreadable: Int = 0
    ) {
        self.init()
        self.run = run
        self.found = found
        self.read = read
        self.queued = queued
        self.answered = answered
        self.alreadyQueued = alreadyQueued
        self.copies = copies
        self.unreadable = unreadable
    }

    /// What was found, without the words and without what was made of it.
    package var bare: SubmissionResult {
        var bare = self
        bare.problems = []
        bare.problemCounts = []
        bare.history = .sameManifest
        bare.counts = .init()
        bare.reasons = []
        return bare
    }
}
