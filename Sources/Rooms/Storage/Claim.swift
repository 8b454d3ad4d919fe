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
    /// What is asked: those of the run's recipes that the task lacks an answer to, in order of their numbers.
    package let asked: [RecipeID]
    /// Attempts that counted before this one.
    package let tries: Int
    /// Whether the image's bytes are sent where a reference would do: the service could not fetch it before.
    package let sendsContent: Bool
    /// Whether nothing else may be in hand meanwhile.
    package let isAlone: Bool
    /// Where the content was found, the task's own name first; nowhere where there is a reference.
    package let locations: [FileLocation]
    /// Whether there may be further names, to be asked for behind the last of these.
    package let hasMoreLocations: Bool
    /// The name that the image is handed on by, where nobody here has its bytes: `gs://bucket/a.jpg`.
    package let reference: String?
}

/// What came of a look for tasks.
package struct Claimed: Sendable {
    /// The claims.
    package var claims: [Claim] = []
    /// What kept further tasks waiting: a cap, or a pause.
    package var obstacle: Obstacle?

    /// Nothing.
    package init() {}
}
