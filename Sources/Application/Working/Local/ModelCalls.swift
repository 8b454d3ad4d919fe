internal import Platform
internal import Storage
internal import Domain

/// The calls of a local model that are running: kept by its threads, read by the one that watches them.
final class ModelCalls: Sendable {
    private let calls = Monitor<[AttemptID: ModelCall]>([:])

    /// All of them, in no order.
    var running: [ModelCall] { calls.with { Array($0.values) } }

    /// Runs a call, which is listed until it ends.
    func run<Result>(_ call: ModelCall, _ body: () -> Result) -> Result {
        guard let key = call.claims.first?.attempt else { return body() }
        calls.with { $0[key] = call }
        defer { calls.with { $0[key] = nil } }
        return body()
    }
}
