package import Crypto
package import Platform
package import Domain

/// An image of a pinned plan.
package struct PinnedImage: Equatable, Sendable {
    /// SHA-256 of its bytes; of an object that is handed on by its name, of the name.
    package let digest: Digest
    /// Why it is asked about.
    package let reason: PlanReason
    /// What it lacks, by places in the plan's recipes; never none.
    package let missingRecipes: RecipeIndexes
    /// One of its names, for people: content is what counts, and a renamed file is the same image.
    package let path: FilePath?

    /// An image.
    package init(digest: Digest, reason: PlanReason, missingRecipes: RecipeIndexes, path: FilePath? = nil) {
        self.digest = digest
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

/// The work of a pinned plan: which contents may be queued, and what may be asked of each.
package struct PlannedWork: Sendable {
    private let missingRecipes: [Digest: RecipeIndexes]

    /// The work of a plan whose recipes are those that are asked, in the same order.
    package init(_ plan: PlanFile) {
        missingRecipes = Dictionary(plan.images.map { ($0.digest, $0.missingRecipes) }) { first, _ in first }
    }

    /// Whether the plan asks of a content all that it lacks now.
    ///
    /// - Parameter recipes: the places of the recipes that it lacks.
    package func contains(_ content: Digest, missingRecipes recipes: some Sequence<Int>) -> Bool {
        guard let planned = missingRecipes[content] else { return false }
        return recipes.allSatisfy(planned.contains)
    }
}
