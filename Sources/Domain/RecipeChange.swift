/// How a recipe that a job asks differs from those that the job asked before, or whose answers its rows show.
package enum RecipeChange: Equatable, Sendable {
    /// The job has not asked this feature.
    case featureAdded
    /// The job has asked another model for this feature.
    case modelChanged(from: RecipeID)
    /// The job has asked the same model with other parameters.
    case parametersChanged(from: RecipeID)
}
