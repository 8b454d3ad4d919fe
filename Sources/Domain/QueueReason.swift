/// Why an image is queued; `word` is what the view `tasks` shows.
package enum QueueReason: Hashable, Sendable {
    /// It has no answer to something that is asked.
    case new
    /// Its name held other content before.
    case bytesChanged(from: ImageID)
    /// The job asked another model before, or another version of it.
    case modelChanged(from: RecipeID)
    /// The job asked the same model with other parameters, or of a picture that was prepared otherwise.
    case parametersChanged(from: RecipeID)
    /// The job asks a feature that it did not ask before.
    case featureAdded
    /// Its task failed before, and `refresh.failed` asks to try again, or the failure may have passed.
    case failedBefore
    /// An answer is older than `refresh.olderThan`.
    case tooOld
    /// It is asked again whatever is known.
    case forced

    /// The word that the store keeps.
    package var word: String {
        switch self {
        case .new: "new"
        case .bytesChanged: "bytes_changed"
        case .modelChanged: "model_changed"
        case .parametersChanged: "parameters_changed"
        case .featureAdded: "feature_added"
        case .failedBefore: "failed_before"
        case .tooOld: "too_old"
        case .forced: "forced"
        }
    }

    /// Whether the job had an answer already, and asks for another because something was changed: not because an image
    /// is new, failed before, or has an answer that has aged.
    package var asksAgain: Bool {
        switch self {
        case .bytesChanged, .modelChanged, .parametersChanged, .featureAdded: true
        case .new, .failedBefore, .tooOld, .forced: false
        }
    }

    /// The row that was there before: an image's or a recipe's.
    package var origin: Int64? {
        switch self {
        case .bytesChanged(let image): image.value
        case .modelChanged(let recipe), .parametersChanged(let recipe): recipe.value
        case .new, .featureAdded, .failedBefore, .tooOld, .forced: nil
        }
    }
}

/// What to do with an image.
package enum ImageDecision: Equatable, Sendable {
    /// Its source does not give it: its name is known, and it is not in the job's selection.
    case outsideShare
    /// Every answer is there.
    case answered
    /// Its task is queued or running already.
    case alreadyQueued
    /// It failed before, and is not tried again by itself.
    case skipFailed
    /// It failed before in a way that may pass, and a later submission tries it again.
    case awaitRetry
    /// It failed before, where the job's rows do not tell: in another job because of its file, or before other recipes
    /// were asked. That failure is written down once more; no answer before these generations makes up for it.
    ///
    /// `isOpen`: it may pass, and a later submission tries it again.
    case copyFailure(PastFailure, minGenerations: [RecipeID: Int64], isOpen: Bool = false)
    /// Ask for what is lacking; of some recipes only answers of a later generation than these will do.
    ///
    /// `nights` counts the times that this is a retry of a failure which may pass; 0 where it is none.
    case queue(QueueReason, minGenerations: [RecipeID: Int64], nights: Int = 0)
}

/// Where a task is in its life; submitted = the sum of all five, at every commit.
package enum TaskState: String, Sendable, CaseIterable {
    case queued = "queued"
    case running, done, failed, cancelled
}
