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
