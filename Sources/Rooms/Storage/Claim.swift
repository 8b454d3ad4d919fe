package import Crypto
package import Platform
package import Vocabulary

/// A task in hand: what to do, where its bytes are, and the fence under which it may be ended.
package struct Claim: Sendable {
    /// The task.
    package let task: TaskID
    /// The attempt, whose number is the fence.
    package let attempt: AttemptID
    /// The content.
    package let image: ImageID
    /// Its digest.
    package let sha256: Digest
    /// What is asked.
    package let featureSet: FeatureSetID
    /// Attempts that counted before this one.
    package let tries: Int
    /// Whether nothing else may be in hand meanwhile.
    package let isAlone: Bool
    /// Where the content was found, the task's own name first.
    package let locations: [FileLocation]
}

/// A name of some content, and what tells whether the file is still the one that was read.
package struct FileLocation: Sendable {
    /// Its row.
    package let id: PathID
    /// The file, absolute.
    package let path: FilePath
    /// Length when it was read.
    package let bytes: Int64
    /// Last change when it was read, nanoseconds since 1970.
    package let modifiedNanoseconds: Int64
    /// Inode when it was read.
    package let inode: UInt64

    /// Whether the file's status is the one it had when it was read.
    package func matches(_ status: FileStatus) -> Bool {
        bytes == status.bytes && modifiedNanoseconds == status.modifiedNanoseconds && inode == status.inode
    }
}

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
