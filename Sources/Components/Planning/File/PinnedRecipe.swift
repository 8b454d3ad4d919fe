package import Domain

/// A recipe of a pinned plan.
package struct PinnedRecipe: Equatable, Sendable {
    /// The recipe.
    package let recipe: Recipe
    /// The recipe in words, as the Cairn that made the plan said it; only for people.
    package let description: String

    /// A recipe.
    package init(_ recipe: Recipe, description: String) {
        self.recipe = recipe
        self.description = description
    }
}
