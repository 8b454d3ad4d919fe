package import Storage
package import Domain

/// A run that was worked on.
package struct WorkedRun: Equatable, Sendable {
    /// Its numbers at the end.
    package let totals: RunTotals
    /// What keeps the rest of it waiting, where something does.
    package let obstacle: StopReason?

    /// A value of these parts.
    package init(totals: RunTotals, obstacle: StopReason?) {
        self.totals = totals
        self.obstacle = obstacle
    }
}
