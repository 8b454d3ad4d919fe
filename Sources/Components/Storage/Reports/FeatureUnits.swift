/// What was asked of an account for one feature, in units.
package struct FeatureUnits: Equatable, Sendable {
    /// The account.
    package let account: String
    /// The feature, as the ledger has it.
    package let feature: String
    /// Units of all time, by state.
    package let settled, uncertain, reserved: Int
    /// The least that this month's units cost, in US dollars.
    package let monthLeastDollars: Double
    /// The most; nil where there is no price.
    package let monthMostDollars: Double?

    /// A value of these parts.
    package init(
        account: String, feature: String, settled: Int, uncertain: Int, reserved: Int, monthLeastDollars: Double,
        monthMostDollars: Double?
    ) {
        self.account = account
        self.feature = feature
        self.settled = settled
        self.uncertain = uncertain
        self.reserved = reserved
        self.monthLeastDollars = monthLeastDollars
        self.monthMostDollars = monthMostDollars
    }
}
