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

/// Some units, and the most that they can cost.
package struct UnitSum: Equatable, Sendable {
    /// How many.
    package var units: Int
    /// The most that they can cost, in millionths of a US dollar.
    package var microDollars: Int64

    /// A sum.
    package init(units: Int = 0, microDollars: Int64 = 0) {
        self.units = units
        self.microDollars = microDollars
    }

    /// Adds a sum to another one.
    package static func += (left: inout UnitSum, right: UnitSum) {
        left.units += right.units
        left.microDollars += right.microDollars
    }

    /// Takes a sum out of another one.
    package static func -= (left: inout UnitSum, right: UnitSum) {
        left.units -= right.units
        left.microDollars -= right.microDollars
    }
}
