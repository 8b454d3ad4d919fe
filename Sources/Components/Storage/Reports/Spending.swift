/// What an account's feature cost in one of the vendor's months.
package struct Spending: Equatable, Sendable {
    package let account: String
    /// The vendor's month: `2026-11`.
    package let month: String
    /// The feature, as the ledger has it.
    package let feature: String
    /// Units, by state.
    package let settled, uncertain, reserved: Int
    /// The least that they cost, in US dollars.
    package let minDollars: Double
    /// The most; nil where there is no price.
    package let maxDollars: Double?
    /// The month's free units that are left; nil for another month than the present one, and where there is no price.
    package let freeUnitsLeft: Int?

    /// A line of the ledger.
    package init(
        account: String, month: String, feature: String, settled: Int, uncertain: Int, reserved: Int,
        minDollars: Double, maxDollars: Double?, freeUnitsLeft: Int?
    ) {
        self.account = account
        self.month = month
        self.feature = feature
        self.settled = settled
        self.uncertain = uncertain
        self.reserved = reserved
        self.minDollars = minDollars
        self.maxDollars = maxDollars
        self.freeUnitsLeft = freeUnitsLeft
    }
}

/// What was asked of an account for one feature, in units.
package struct FeatureUnits: Equatable, Sendable {
    package let account: String
    /// The feature, as the ledger has it.
    package let feature: String
    /// Units of all time, by state.
    package let settled, uncertain, reserved: Int
    /// The least that this month's units cost, in US dollars.
    package let monthMinDollars: Double
    /// The most; nil where there is no price.
    package let monthMaxDollars: Double?

    /// A value of these parts.
    package init(
        account: String, feature: String, settled: Int, uncertain: Int, reserved: Int, monthMinDollars: Double,
        monthMaxDollars: Double?
    ) {
        self.account = account
        self.feature = feature
        self.settled = settled
        self.uncertain = uncertain
        self.reserved = reserved
        self.monthMinDollars = monthMinDollars
        self.monthMaxDollars = monthMaxDollars
    }
}
