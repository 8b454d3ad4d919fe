internal import Storage
internal import Domain

/// A queued task before it is claimed.
struct Candidate {
    let task, image, path: Int64
    let attemptCount: Int
    let sendsContent: Bool
    let sha256: [UInt8]
    /// Whether there is any answer to one of the recipes.
    let hasAnswers: Bool
    /// Whether its image runs for another task.
    let isRunning: Bool
    /// Its name, where that is the only one of its image.
    let location: FileLocation?
}
