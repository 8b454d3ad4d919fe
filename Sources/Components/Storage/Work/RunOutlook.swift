package import Domain

/// How a run stands, for the worker that works on it.
package struct RunOutlook: Sendable {
    /// Its numbers; nil where it is not there.
    package let totals: RunTotals?
    /// Runs of a higher priority that have a task which may run now, the highest first.
    package let outrankedBy: [RunID]

    /// An outlook.
    package init(totals: RunTotals?, outrankedBy: [RunID]) {
        self.totals = totals
        self.outrankedBy = outrankedBy
    }
}
