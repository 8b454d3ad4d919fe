/// One unit of the ledger: one feature asked for one image in one attempt.
package struct LedgerUnit: Equatable, Sendable {
    /// The rows of its attempt, recipe, account, run and job.
    package let attempt, recipe, account, run, job: Int64
    /// The vendor's day on which it was reserved: `2026-11-21`.
    package let day: String
    /// The feature, as the ledger has it.
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
