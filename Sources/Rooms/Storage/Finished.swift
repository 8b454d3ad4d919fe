package import Vocabulary

/// How an attempt ended.
package enum AttemptEnding: Sendable {
    /// With an answer to every recipe of the task.
    case answered([Answer])
    /// With a failure that stands.
    case failed(Failure)
    /// With a failure that may pass: the task waits until then.
    case retry(Failure, at: Timestamp)
    /// Because the work was stopped; it does not count.
    case interrupted
}

/// An attempt's end, as a slot reports it.
package struct Finished: Sendable {
    /// The claim that ends.
    package let claim: Claim
    /// How.
    package let ending: AttemptEnding
    /// When the work on it began.
    package let startedAt: Timestamp
    /// Names that were found to be gone.
    package let missing: [PathID]

    /// An end.
    package init(claim: Claim, ending: AttemptEnding, startedAt: Timestamp, missing: [PathID]) {
        self.claim = claim
        self.ending = ending
        self.startedAt = startedAt
        self.missing = missing
    }
}

extension Finished {
    /// A claim that is given back unfinished.
    package init(returning claim: Claim) {
        self.init(claim: claim, ending: .interrupted, startedAt: Timestamp(milliseconds: .max), missing: [])
    }
}
