package import Domain
package import Platform

/// What a worker reports, and what it wants.
package struct WorkReport: Sendable {
    /// 1 for the first exchange of a session, and so on; a repeated call has the number of the call that it repeats.
    package let number: Int
    /// How attempts ended; those of one request together.
    package var results: [AttemptResult] = []
    /// Names that are gone.
    package var missing: [PathID] = []
    /// Requests that are ready to be sent.
    package var requests: [SendRequest] = []
    /// How many tasks are wanted.
    package var wanted = 0
    /// Whether a task that must run alone may be claimed: nothing else is claimed here.
    package var mayIsolate = false
    /// What crashed processes have left, as of `Store.rescue`; wanted where an exchange is due.
    package var crashes: [CrashRecord] = []

    /// A report of nothing.
    package init(number: Int) {
        self.number = number
    }
}

/// What a worker gets to do.
package struct WorkOrder: Sendable {
    /// New claims.
    package var claims: [Claim] = []
    /// What was decided about each request of the report, in their order; empty when a stop reason applies to all of
    /// them.
    package var decisions: [SendDecision] = []
    /// What keeps further tasks queued.
    package var stopReason: StopReason?
    /// Whether a cap was lowered below what is reserved: what is claimed and not begun must return to the queue.
    package var isOverdrawn = false
    /// What was found of crashes, which a repeated call does not tell again; nil where dead workers were not looked
    /// for.
    package var rescue: Rescue?

    /// Nothing to do.
    package init() {}
}

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
