package import Domain

/// A claimed task: what to do, where its bytes are, and the fence under which it may be ended.
package struct Claim: Sendable {
    package let task: TaskID
    /// The attempt, whose number is the fence.
    package let attempt: AttemptID
    package let image: ImageID
    /// What the image's names hold, and how it is turned.
    package let key: ImageKey
    /// What is asked: those of the run's recipes that the task lacks an answer to, in order of their numbers.
    package let asked: [RecipeID]
    /// Attempts that counted before this one.
    package let attemptCount: Int
    /// Whether the image's bytes are sent where a reference would do: the service could not fetch it before.
    package let sendsContent: Bool
    /// Whether the image failed in an earlier night, in a way that may have passed.
    package let isNightRetry: Bool
    /// Whether the worker may process nothing else meanwhile.
    package let isIsolated: Bool
    /// Where the content was found, the task's own name first; nowhere where there is a reference.
    package let locations: [FileLocation]
    /// Whether there may be further names, to be asked for behind the last of these.
    package let hasMoreLocations: Bool
    /// The name by which the image is handed on, where its bytes are not here: `gs://bucket/a.jpg`.
    package let reference: String?

    /// A value of these parts.
    package init(
        task: TaskID, attempt: AttemptID, image: ImageID, key: ImageKey, asked: [RecipeID], attemptCount: Int,
        sendsContent: Bool, isNightRetry: Bool = false, isIsolated: Bool, locations: [FileLocation],
        hasMoreLocations: Bool, reference: String?
    ) {
        self.task = task
        self.attempt = attempt
        self.image = image
        self.key = key
        self.asked = asked
        self.attemptCount = attemptCount
        self.sendsContent = sendsContent
        self.isNightRetry = isNightRetry
        self.isIsolated = isIsolated
        self.locations = locations
        self.hasMoreLocations = hasMoreLocations
        self.reference = reference
    }
}
