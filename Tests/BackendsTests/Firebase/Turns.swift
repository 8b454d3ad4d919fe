import Synchronization

/// Values one after another, to any thread; the last one again and again.
final class Turns<Value: Sendable>: Sendable {
    private let rest: Mutex<[Value]>

    init(_ values: [Value]) { rest = Mutex(values) }

    func next() -> Value {
        rest.withLock { rest in
            let value = rest[0]
            if rest.count > 1 { rest.removeFirst() }
            return value
        }
    }
}
