/// What an account has used of one feature in one of the vendor's months: rows of `ledger_total` taken together.
package struct FeatureUse: Equatable, Sendable {
    /// The feature.
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
    package var leastBilled: Int { settledPaid }
    /// The most units that can count towards free units and tiers.
    package var mostBilled: Int { settledPaid.saturatingAdd(uncertain).saturatingAdd(reserved) }
}
