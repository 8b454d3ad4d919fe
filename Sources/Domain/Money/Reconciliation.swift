/// The vendor's count beside the ledger's, and what follows from the two.
package struct Reconciliation: Equatable, Sendable {
    /// The vendor's.
    package let count: VendorCount
    /// The ledger's over the same days, before anything was closed.
    package let settled, uncertain: Int
    /// What follows.
    package let status: ReconciliationStatus

    /// Of the uncertain units, those that were billed.
    package var billed: Int { status == .closed ? count.units - settled : 0 }
    /// Of the uncertain units, those that were not.
    package var notBilled: Int { status == .closed ? uncertain - billed : 0 }

    /// A value of these parts.
    package init(count: VendorCount, settled: Int, uncertain: Int, status: ReconciliationStatus) {
        self.count = count
        self.settled = settled
        self.uncertain = uncertain
        self.status = status
    }
}
