internal import Storage
internal import Domain

/// Orders about money that go through a driver.
final class DrivenLedger: LedgerControl {
    private let ledger: any LedgerControl
    private let driver: Driver

    init(_ ledger: any LedgerControl, _ driver: Driver) {
        self.ledger = ledger
        self.driver = driver
    }

    func setCap(_ cap: Budget.Cap?, of account: String, for period: CapPeriod) throws(StoreError) {
        try driver.order { () throws(StoreError) in try ledger.setCap(cap, of: account, for: period) }
    }

    func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int {
        try driver.order { () throws(StoreError) in try ledger.settle(units, areBilled: areBilled) }
    }

    func reconcile(_ counts: [VendorCount], closing: Bool, settlingTime: TimeSpan?)
        throws(StoreError) -> ReconciliationReport
    {
        try driver.order { () throws(StoreError) in
            try ledger.reconcile(counts, closing: closing, settlingTime: settlingTime)
        }
    }
}
