/// What the vendor has counted of an account's feature over some of its days.
package struct VendorCount: Equatable, Sendable {
    /// The account.
    package let account: String
    /// The feature.
    package let feature: FeatureType
    /// The first and the last day.
    package let days: ClosedRange<VendorDay>
    /// Units.
    package let units: Int

    /// The days as the ledger has them: `2026-11-01` to `2026-11-21`.
    package var dayKeys: ClosedRange<String> { days.lowerBound.dayKey...days.upperBound.dayKey }

    /// A count.
    package init(account: String, feature: FeatureType, days: ClosedRange<VendorDay>, units: Int) {
        self.account = account
        self.feature = feature
        self.days = days
        self.units = units
    }
}
