/// What is known of an image's answers and tasks, for deciding what to ask.
package struct ImageHistory: Equatable, Sendable {
    /// The newest answer to one recipe.
    package struct Answered: Equatable, Sendable {
        package let recipe: RecipeID
        /// When it came.
        package let at: Timestamp
        /// How many answers to the recipe there are by now, this one included.
        package let generation: Int64

        /// An answer.
        package init(recipe: RecipeID, at: Timestamp, generation: Int64) {
            self.recipe = recipe
            self.at = at
            self.generation = generation
        }
    }

    /// The newest answer to each recipe asked for, and to those that were asked or shown before them.
    package var answers: [Answered] = []
    /// By recipe, the generation of an answer that the job's newest task has asked again, and failed.
    package var floors: [RecipeID: Int64] = [:]
    /// The state of its task in the run that new tasks join.
    package var taskInRun: TaskState?
    /// How a task of the job failed that asked for all that is lacking, later than any answer to it.
    package var failure: PastFailure?
    /// Whether that is the job's newest task of it, which its rows tell: no later one, of other recipes or cancelled,
    /// hides it.
    package var isFailing = false
    /// How the file itself failed in any job, where it did: no other attempt would end otherwise.
    package var fileFailure: PastFailure?
    /// The content that its name held before, where that was overwritten.
    package var replaced: ImageID?
    /// What was asked, and answered, of its name before the manifest read that in another way; nil as a rule.
    package var formerReading: RecipeID?

    /// A history of nothing.
    package init() {}
}
