package import Domain

/// The vendor's counts beside the ledger's, and what they leave open.
package struct ReconciliationReport: Equatable, Sendable {
    /// One for each count, in their order.
    package let counts: [Reconciliation]
    /// Uncertain units, by account, of days and features that no count covers; only accounts that have some.
    package let uncounted: [String: Int]

    /// A report.
    package init(counts: [Reconciliation], uncounted: [String: Int]) {
        self.counts = counts
        self.uncounted = uncounted
    }
}
