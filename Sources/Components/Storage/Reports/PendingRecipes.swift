package import Domain

/// The recipes that a job's rows show while a run answers others, which are shown when it has ended.
package struct PendingRecipes: Equatable, Sendable {
    /// The recipes whose answers are shown.
    package let shown: [RecipeID]
    /// The recipes that the run asks.
    package let asked: [RecipeID]

    /// A value of these parts.
    package init(shown: [RecipeID], asked: [RecipeID]) {
        self.shown = shown
        self.asked = asked
    }
}
