/// A random key that the caller of a write chooses, by which the store knows a repeated call (an idempotency key).
package struct RequestKey: Hashable, Sendable {
    /// 16 bytes.
    package let bytes: [UInt8]

    /// A key from a store.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// A new key.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A new key of the system's random numbers.
    package static func random() -> RequestKey {
        var generator = SystemRandomNumberGenerator()
        return RequestKey(using: &generator)
    }
}
