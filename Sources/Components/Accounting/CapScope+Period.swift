package import Domain

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
