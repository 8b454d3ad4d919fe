internal import Domain

/// What the loop of a session has decided: whether it begins more tasks, why it stops, and when it ends.
struct SessionState {
    /// Why nothing more is begun; nil where only a signal or a failure of the pipeline keeps the rest.
    private(set) var stop: StopReason?
    /// Whether the round begins nothing more, and only waits for what has begun.
    private(set) var isDraining = false

    /// What follows a round.
    enum Next: Equatable {
        /// Another round.
        case anotherRound
        /// The session ends with the pipeline's error.
        case failure
        /// The session ends for a reason, or with nothing left to begin.
        case end(StopReason?)
        /// The session ends unless the store still has work on the run.
        case endUnlessWorkIsLeft
    }

    /// Begins a round; a reason that is noted during it takes effect with the next one.
    ///
    /// - Parameter mustEnd: whether a signal or a failure of the pipeline forbids to begin more.
    mutating func beginRound(mustEnd: Bool) { isDraining = mustEnd || stop != nil }

    /// Notes a reason to stop; the first one stays.
    ///
    /// At a cap only claiming stops: running tasks have their units.
    mutating func note(_ reason: StopReason?) {
        if case .cap = reason { return }
        stop = stop ?? reason
    }

    /// What follows the round.
    ///
    /// - Parameters:
    ///   - isIdle: whether no task is in flight.
    ///   - hasProblem: whether the pipeline can annotate nothing more.
    ///   - order: why the store gave no further tasks in this round.
    func next(isIdle: Bool, hasProblem: Bool, order: StopReason?) -> Next {
        if !isIdle { return .anotherRound }
        if hasProblem { return .failure }
        if isDraining { return .end(stop) }
        return order.map { .end($0) } ?? .endUnlessWorkIsLeft
    }
}
