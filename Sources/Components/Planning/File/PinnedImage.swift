package import Platform
package import Domain

/// An image of a pinned plan.
package struct PinnedImage: Equatable, Sendable {
    /// By what it is known.
    package let key: ImageKey
    /// Why it is asked about.
    package let reason: PlanReason
    /// What it lacks, by places in the plan's recipes; never none.
    package let missingRecipes: RecipeIndexes
    /// One of its names, for people: the key is what counts, and a renamed file is the same image.
    package let path: FilePath?

    /// An image.
    package init(_ key: ImageKey, reason: PlanReason, missingRecipes: RecipeIndexes, path: FilePath? = nil) {
        self.key = key
        self.reason = reason
        self.missingRecipes = missingRecipes
        self.path = path
    }
}

/// A recipe of a pinned plan.
package struct PinnedRecipe: Equatable, Sendable {
    package let recipe: Recipe
    /// The recipe in words, as the Cairn that made the plan said it; only for people.
    package let description: String

    /// A recipe.
    package init(_ recipe: Recipe, description: String) {
        self.recipe = recipe
        self.description = description
    }
}

/// The work of a pinned plan: which images may be queued, and what may be asked of each.
package struct PlannedWork: Sendable {
    private let missingRecipes: [ImageKey: RecipeIndexes]

    /// The work of a plan whose recipes are those that are asked, in the same order.
    package init(_ plan: PlanFile) {
        missingRecipes = Dictionary(plan.images.map { ($0.key, $0.missingRecipes) }) { first, _ in first }
    }

    /// Whether the plan asks of an image all that it lacks now.
    ///
    /// - Parameter recipes: the places of the recipes that it lacks.
    package func contains(_ image: ImageKey, missingRecipes recipes: some Sequence<Int>) -> Bool {
        guard let planned = missingRecipes[image] else { return false }
        return recipes.allSatisfy(planned.contains)
    }
}
