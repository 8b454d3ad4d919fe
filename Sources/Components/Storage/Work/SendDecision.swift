package import Domain

/// Whether a request may be sent.
package enum SendDecision: Equatable, Sendable {
    /// Its units are recorded as sent: send it now. Attempts that are not among these belong to other workers by now.
    case send([AttemptID])
    /// A cap was lowered since its units were reserved and has no room for them: it is not sent, and its tasks are
    /// queued again.
    case withdrawn
    /// Nothing is recorded as sent: ask again after so long, with this place in the pace.
    case wait(TimeSpan, place: PacePlace?)
}
