internal import Storage

/// Calls the writes of a store, once or twice, and looks behind each whether every invariant holds.
final class Driver {
    private let store: any Store
    private let repeatsWrites: Bool
    private var problems: [String] = []

    init(_ store: any Store, repeatsWrites: Bool) {
        self.store = store
        self.repeatsWrites = repeatsWrites
    }

    /// Calls a write whose repeated call gives the reply that the first one gave.
    func write<Reply>(_ call: () throws(StoreError) -> Reply) throws(StoreError) -> Reply {
        if repeatsWrites { _ = try call() }
        let reply = try call()
        try look()
        return reply
    }

    /// Calls a write whose reply says what this call has changed: that of the first call counts.
    func order<Reply>(_ call: () throws(StoreError) -> Reply) throws(StoreError) -> Reply {
        let reply = try call()
        if repeatsWrites { _ = try call() }
        try look()
        return reply
    }

    /// Throws what was found wrong first.
    func check() throws {
        if let first = problems.first { throw Nonconformance("an invariant does not hold: \(first)") }
    }

    private func look() throws(StoreError) {
        if problems.isEmpty { problems = try store.problems() }
    }
}
