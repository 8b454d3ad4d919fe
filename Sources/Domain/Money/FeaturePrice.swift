/// What one unit of a feature costs: a row of the table `price`.
///
/// Money is in whole millionths of a US dollar, and a sum that 64 bits cannot hold is the largest that they can.
package struct FeaturePrice: Equatable, Sendable {
    package let feature: FeatureType
    /// Units of each month that cost nothing.
    package let freeUnits: Int
    /// The price of a unit up to the end of the first tier.
    package let first: Int64
    /// Units of a month, the free ones among them, after which the second price holds.
    package let firstTier: Int
    /// The price of a unit behind the first tier.
    package let second: Int64
    /// The feature beside which this one is free on the same image in the same request.
    package let freeWith: FeatureType?

    /// A price; what is below 0 counts as 0.
    package init(
        feature: FeatureType, freeUnits: Int, first: Int64, firstTier: Int, second: Int64, freeWith: FeatureType? = nil
    ) {
        self.feature = feature
        self.freeUnits = max(0, freeUnits)
        self.first = max(0, first)
        self.firstTier = max(0, firstTier)
        self.second = max(0, second)
        self.freeWith = freeWith
    }

    /// The most that some units can cost, which is what caps count: the first price for each, and nothing is free.
    package func maxCost(_ units: Int) -> Int64 { first.saturatingMultiply(Int64(max(0, units))) }

    /// What some units cost that come after others of the same month, with free units and tiers.
    ///
    /// The cost from the month's beginning on is what `StoreSchema.monthCost` says in SQL; a test holds them equal.
    package func cost(of units: Int, after used: Int) -> Int64 {
        let start = max(0, used)
        let end = start.saturatingAdd(max(0, units))
        let inFirst = max(0, min(end, firstTier) - max(start, freeUnits))
        let inSecond = max(0, end - max(start, firstTier))
        return first.saturatingMultiply(Int64(inFirst)).saturatingAdd(second.saturatingMultiply(Int64(inSecond)))
    }

    /// The least that some units can cost, whichever of the month's uncertain and reserved units are billed.
    ///
    /// The more units come before, the fewer of these are free, and then the more of them are at the second price:
    /// the cost first rises and then falls, so the least of a range is at one of its ends.
    package func minCost(_ units: Int, after use: FeatureUse) -> Int64 {
        min(cost(of: units, after: use.minBilled), cost(of: units, after: use.maxBilled))
    }
}

/// Whether the vendor bills for what was asked of one image.
package enum Charge: Sendable, Equatable {
    /// Surely not: nothing was sent, or the request was refused as a whole.
    case none
    /// It was answered.
    case billed
    /// It cannot be known.
    case uncertain
}

extension FixedWidthInteger {
    /// The sum, or the nearest value that the type holds.
    package func saturatingAdd(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The product, or the nearest value that the type holds.
    package func saturatingMultiply(_ other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

/// What an account has used of one feature in one of the vendor's months: rows of `ledger_total` taken together.
package struct FeatureUse: Equatable, Sendable {
    package let feature: FeatureType
    /// Units that were answered.
    package let settled: Int
    /// Those of them that are not free beside another feature.
    package let settledPaid: Int
    /// Units that may have been billed.
    package let uncertain: Int
    /// Units that are reserved for what is being sent.
    package let reserved: Int

    /// A month's use; what is below 0 counts as 0.
    package init(feature: FeatureType, settled: Int, settledPaid: Int, uncertain: Int, reserved: Int) {
        self.feature = feature
        self.settled = max(0, settled)
        self.settledPaid = max(0, settledPaid)
        self.uncertain = max(0, uncertain)
        self.reserved = max(0, reserved)
    }

    /// The fewest units that can count towards free units and tiers.
    package var minBilled: Int { settledPaid }
    /// The most units that can count towards free units and tiers.
    package var maxBilled: Int { settledPaid.saturatingAdd(uncertain).saturatingAdd(reserved) }
}
