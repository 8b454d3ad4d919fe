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

/// By how much what counts against a cap changes.
package struct CapChange: Equatable, Sendable {
    /// Units, and the most that they can cost; below 0 where units were released.
    package var sum = UnitSum()
    /// The cap that holds where units were reserved; nil where they were only released.
    package var cap: Budget.Cap?

    /// Nothing changes.
    package init() {}
}

extension CapScope {
    /// The period that a cap counts on one of the vendor's days, and when the next one begins.
    ///
    /// - Returns: the key is `2026-11-21`, `2026-11`, or empty for a run, whose cap does not open again by itself.
    package func period(on day: VendorDay) -> (key: String, opensAt: Timestamp?) {
        switch self {
        case .run: ("", nil)
        case .jobDay, .accountDay: (day.dayKey, day.end)
        case .jobMonth, .accountMonth: (day.monthKey, day.endOfMonth)
        }
    }
}
