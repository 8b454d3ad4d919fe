internal import Domain

/// How many tasks of each run have moved from state to state, gathered within a transaction, so that each run is
/// written once.
struct RunCounters {
    private var changes: [Int64: [TaskState: Int]] = [:]

    /// The runs that have changed, in the order of their numbers: all writers change rows in the same order.
    var runs: [Int64] { changes.keys.sorted() }

    /// By how much a counter of a run changes.
    subscript(run: Int64, state: TaskState) -> Int { changes[run]?[state] ?? 0 }

    /// By how much a run's total changes.
    func total(of run: Int64) -> Int { changes[run]?.values.reduce(0, +) ?? 0 }

    /// Counts tasks that have moved.
    ///
    /// - Parameter old: the state that they had; nil for new tasks.
    mutating func move(_ count: Int, of run: Int64, from old: TaskState?, to new: TaskState) {
        guard count != 0, old != new else { return }
        // In place: a copy for each of a million tasks would cost more than the counting.
        if let old { changes[run, default: [:]][old, default: 0] -= count }
        changes[run, default: [:]][new, default: 0] += count
    }
}
