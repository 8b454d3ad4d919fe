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

/// One unit of the ledger: one feature asked for one image in one attempt.
package struct LedgerUnit: Equatable, Sendable {
    /// The rows of its attempt, recipe, account, run and job.
    package let attempt, recipe, account, run, job: Int64
    /// The vendor's day on which it was reserved: `2026-11-21`.
    package let day: String
    package let feature: String
    /// What has become of it.
    package let state: LedgerState
    /// The most that it can cost, in millionths of a US dollar.
    package let microDollars: Int64

    /// A unit.
    package init(
        attempt: Int64, recipe: Int64, account: Int64, run: Int64, job: Int64, day: String, feature: String,
        state: LedgerState, microDollars: Int64
    ) {
        self.attempt = attempt
        self.recipe = recipe
        self.account = account
        self.run = run
        self.job = job
        self.day = day
        self.feature = feature
        self.state = state
        self.microDollars = microDollars
    }
}
