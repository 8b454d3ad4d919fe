internal import Dispatch
internal import Platform
internal import Synchronization
package import Domain

/// When a question has taken too long; time in which its reader takes rows does not count.
///
/// SQLite can be stopped between its steps, not inside of one of its functions, which may run for hours
/// (`instr` over megabytes): a thread of its own looks whether that is so.
package final class QueryDeadline: Sendable {
    private final class State: Sendable {
        /// The end, in milliseconds of the monotonic clock; `Int64.max` while the reader takes rows.
        let end: Atomic<Int64>
        let isOver = Monitor(false)

        init(end: Int64) { self.end = Atomic(end) }
    }

    /// The longest that the question may take.
    package let limit: TimeSpan
    private let state: State

    /// A deadline that begins now.
    ///
    /// - Parameters:
    ///   - grace: how far behind the limit SQLite may end by itself.
    ///   - onOverrun: called once, on another thread, when it has not.
    package init(
        _ limit: TimeSpan, grace: TimeSpan = .seconds(1), onOverrun: @escaping @Sendable () -> Void
    ) {
        self.limit = limit
        let state = State(end: monotonicMilliseconds() + limit.milliseconds)
        self.state = state
        DispatchQueue(label: "cairn.query.deadline").async { @Sendable in
            while true {
                let end = state.end.load(ordering: .relaxed)
                let rest = end == .max ? grace.milliseconds : end + grace.milliseconds - monotonicMilliseconds()
                guard rest > 0 else { return onOverrun() }
                if state.isOver.wait(within: rest, { $0 ? true : nil }) != nil { return }
            }
        }
    }

    deinit { state.isOver.with { $0 = true } }

    /// Whether the time is up.
    package var hasPassed: Bool { monotonicMilliseconds() >= state.end.load(ordering: .relaxed) }

    /// Does what takes its time for reasons of its own, a reader's above all; one thread at a time.
    package func pausing<Result>(_ body: () -> Result) -> Result {
        let rest = state.end.load(ordering: .relaxed) - monotonicMilliseconds()
        state.end.store(.max, ordering: .relaxed)
        defer { state.end.store(monotonicMilliseconds() + rest, ordering: .relaxed) }
        return body()
    }
}
