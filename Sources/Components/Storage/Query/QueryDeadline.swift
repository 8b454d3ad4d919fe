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

    /// How much of the time is spent.
    package var spent: TimeSpan {
        let rest = state.end.load(ordering: .relaxed) - monotonicMilliseconds()
        return TimeSpan(milliseconds: max(0, limit.milliseconds - rest))
    }

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

/// What a question may take of the memory, in bytes.
package struct QueryMemory: Equatable, Sendable {
    /// All that SQLite has at one time; what a sort needs beyond it goes to temporary files.
    package let total: Int64
    /// One row of the answer.
    package let row: Int
    /// One value: as long as the longest manifest that is taken, and many times the longest response that is usual.
    package let value: Int32

    /// The limits of every question.
    package static let usual = QueryMemory(total: 128 << 20, row: 32 << 20, value: 16 << 20)
}

/// Why a question in SQL has no answer; nothing is ever changed by one.
package enum QueryError: Error, Equatable, Sendable {
    /// The store cannot be read.
    case store(StoreError)
    /// SQLite does not understand it, or it failed on the way.
    case sql(message: String)
    /// A function of its own cannot take an argument.
    case refusedArgument(message: String)
    /// A value that it reads is damaged.
    case damagedValue(message: String)
    /// It would change something, or reach outside of the store.
    case notAQuestion(message: String)
    /// There is more than one statement, or none.
    case notOneStatement(found: Int)
    /// It took longer than allowed.
    case tooLong(TimeSpan)
    /// It needs more memory than it may have: all of it, one row, or one value.
    case tooLarge(QueryMemory)
    /// Its temporary files have no room on their disk.
    case noRoom
    /// A parameter of the statement has no value.
    case unbound(parameter: String)
    /// A value was given for a parameter the statement does not have.
    case noSuchParameter(String, known: [String])
}
