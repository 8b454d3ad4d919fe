/// One of the vendor's days and a feature of an account, as the ledger has them.
package struct LedgerDay: Equatable, Sendable {
    /// The day, `2026-11-21`, and the feature.
    package let day, feature: String
    /// Units that are settled, are uncertain, and are reserved or sent.
    package let settled, uncertain, open: Int

    /// A day and a feature.
    package init(day: String, feature: String, settled: Int, uncertain: Int, open: Int) {
        self.day = day
        self.feature = feature
        self.settled = settled
        self.uncertain = uncertain
        self.open = open
    }
}
