package import Domain

/// The most that one unit can cost, in millionths of a US dollar.
package struct UnitCost: Equatable, Sendable {
    /// What is asked.
    package let recipe: RecipeID
    /// The feature, as the ledger has it.
    package let feature: String
    /// The most that it costs; 0 where it has no price.
    package let microDollars: Int64
    /// Whether it has a price at all.
    package let hasPrice: Bool

    /// A unit's cost.
    package init(recipe: RecipeID, feature: String, microDollars: Int64, hasPrice: Bool) {
        self.recipe = recipe
        self.feature = feature
        self.microDollars = microDollars
        self.hasPrice = hasPrice
    }
}

extension Array where Element == UnitCost {
    /// The most that these units cost together; nil where one of them has no price.
    package var microDollars: Int64? { allSatisfy(\.hasPrice) ? reduce(0) { $0 + $1.microDollars } : nil }
}
