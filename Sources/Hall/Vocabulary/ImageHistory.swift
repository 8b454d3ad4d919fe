/// What is known of an image's answers and tasks, for deciding what to ask.
package struct ImageHistory: Equatable, Sendable {
    /// An answer to one recipe.
    package struct Answered: Equatable, Sendable {
        /// The recipe.
        package let recipe: RecipeID
        /// When the newest answer to it came.
        package let at: Timestamp
        /// Whether it is the one that the views show.
        package let isCurrent: Bool

        /// An answer.
        package init(recipe: RecipeID, at: Timestamp, isCurrent: Bool) {
            self.recipe = recipe
            self.at = at
            self.isCurrent = isCurrent
        }
    }

    /// The newest answer to each recipe asked for.
    package var answers: [Answered] = []
    /// The state of its task in the run at hand.
    package var taskInRun: TaskState?
    /// Whether a task that asked for all that is lacking has failed in any run, later than any answer to it.
    package var hasFailed = false

    /// A history of nothing.
    package init() {}
}
