package import Domain

/// What has become of a unit of the ledger; the raw value is the store's word.
package enum LedgerState: String, Sendable, CaseIterable {
    /// It counts against the caps, and nothing was sent.
    case reserved
    /// Its request was sent, and no result is recorded yet.
    case sent
    /// It was billed.
    case settled
    /// It was surely not billed, and counts against no cap any more.
    case released
    /// It was sent, and whether it was billed is not known.
    case uncertain

    /// Whether a unit may be in another state next; one that is closed stays as it is.
    package func mayBecome(_ next: LedgerState) -> Bool {
        switch (self, next) {
        case (.reserved, .sent), (.reserved, .released), (.sent, .settled), (.sent, .released), (.sent, .uncertain),
            (.uncertain, .settled), (.uncertain, .released):
            true
        default: false
        }
    }

    /// The state of an open unit when its attempt has ended.
    ///
    /// - Parameters:
    ///   - isAnswered: whether the unit's recipe has an answer, which is billed whatever the request's charge.
    ///   - charge: whether the vendor bills the request.
    package func afterAttempt(isAnswered: Bool, charge: Charge) -> LedgerState {
        // What was not recorded as sent was not sent, whatever its end says.
        if self == .reserved { return .released }
        if isAnswered { return .settled }
        return switch charge {
        case .none: .released
        case .billed: .settled
        case .uncertain: .uncertain
        }
    }

    /// The state of an open unit whose worker is gone: what became of a request that was sent is not known.
    package var afterLoss: LedgerState { self == .reserved ? .released : .uncertain }
}
