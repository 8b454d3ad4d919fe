package import Crypto
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
