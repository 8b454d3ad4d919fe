package import Domain

/// A row of what counts against caps.
package struct CapKey: Hashable, Comparable, Sendable {
    /// What the cap is for.
    package let scope: CapScope
    /// The row of the run, the job or the account.
    package let subject: Int64
    /// The vendor's day or month; empty for a run.
    package let period: String

    /// A row.
    package init(scope: CapScope, subject: Int64, period: String) {
        self.scope = scope
        self.subject = subject
        self.period = period
    }

    /// The order in which every writer changes the rows.
    package static func < (left: CapKey, right: CapKey) -> Bool {
        (left.scope.rawValue, left.subject, left.period) < (right.scope.rawValue, right.subject, right.period)
    }
}
