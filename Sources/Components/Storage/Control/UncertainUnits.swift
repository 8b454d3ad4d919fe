package import Domain

/// Which uncertain units are meant.
package struct UncertainUnits: Equatable, Sendable {
    /// The account.
    package var account: String
    /// The vendor's month, `2026-11`; nil: all.
    package var month: String?
    /// The feature; nil: all.
    package var feature: FeatureType?
    /// The vendor's days, `2026-11-21`, the first and the last; nil: all.
    package var days: ClosedRange<String>?
    /// The attempt they belong to; nil: all.
    package var attempt: AttemptID?

    /// All of an account.
    package init(account: String) {
        self.account = account
    }
}
