internal import Planning
internal import Storage
internal import Domain

extension PlanTally {
    /// Counts an image that is asked about; answers its reason, and which recipes are asked of it.
    @discardableResult
    mutating func add(_ asked: AskedImage) -> (PlanReason, RecipeIndexes) {
        // What was before is always known, since the store says that it was there.
        let reason =
            PlanReason.Kind(rawValue: asked.reason.word).flatMap { PlanReason($0, origin: asked.origin) } ?? .new
        let missingRecipes = RecipeIndexes(asked.missingRecipes)
        add(reason, missingRecipes: missingRecipes)
        return (reason, missingRecipes)
    }
}
