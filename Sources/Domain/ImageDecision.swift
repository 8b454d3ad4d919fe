/// What to do with an image.
package enum ImageDecision: Equatable, Sendable {
    /// Every answer is there.
    case answered
    /// Its task is queued or running already.
    case underWay
    /// It failed before, and the manifest does not ask to try again.
    case leaveFailed
    /// It failed before, where the job's rows do not tell: in another job because of its file, or before other recipes
    /// were asked. That failure is written down once more; no answer before these generations makes up for it.
    case takeOver(Failure, floors: [RecipeID: Int64])
    /// Ask for what is lacking; of some recipes only answers of a later generation than these will do.
    case queue(QueueReason, floors: [RecipeID: Int64])
}
