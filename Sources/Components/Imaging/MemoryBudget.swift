internal import Platform

/// The memory that large decodes of one process share: each waits until there is room for it, in the order in which
/// they came, and small ones go on without it.
package final class MemoryBudget: Sendable {
    private struct State {
        var taken = 0
        var nextTicket = 0
        var served = 0
    }

    /// What needs less than this is small: a dozen of such make no difference.
    static let largeFrom = 16_000_000

    private let limit: Int
    private let state = Monitor(State())

    /// A budget of some bytes.
    package init(bytes: Int) { limit = bytes }

    /// Does something that needs memory for as long as it takes, when there is room for it.
    ///
    /// What needs more than there is in all is done alone.
    ///
    /// - Parameter bytes: what it needs.
    package func hold<Result, Problem: Error>(
        _ bytes: Int, _ body: () throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard bytes >= Self.largeFrom else { return try body() }
        let (state, limit) = (state, limit)
        let ticket = state.with { state in
            state.nextTicket += 1
            return state.nextTicket - 1
        }
        state.wait { state -> Void? in
            guard state.served == ticket, state.taken == 0 || state.taken + bytes <= limit else { return nil }
            state.taken += bytes
            state.served += 1
        }
        defer { state.with { $0.taken -= bytes } }
        return try body()
    }

    /// Waits until some number of large decodes wait for room.
    func waitForQueue(of count: Int) {
        state.wait { state -> Void? in state.nextTicket - state.served == count ? () : nil }
    }
}
