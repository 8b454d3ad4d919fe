import Dispatch

/// Runs what blocks or must be prompt on a thread of its own: Swift's pool has a thread for each processor only, and
/// tests that compute keep them for seconds.
func offPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "off the pool").async { continuation.resume(with: Result { try body() }) }
    }
}
