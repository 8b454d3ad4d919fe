package import Domain

/// Why a store cannot be used; the call that throws it has changed nothing.
///
/// The store words the message, because only the store knows its files, servers and remedies.
package struct StoreError: Error, Equatable, Sendable {
    /// What a caller can tell apart.
    package enum Kind: Sendable {
        /// The store cannot be opened: it is not there, or is not a store that this program reads.
        case cannotOpen
        /// The store may be read and not be written.
        case readOnly
        /// Something is already where a copy of the store is to be written.
        case taken
        /// It is a copy of another store, which may be at work; only `Store.adopt` makes it one to work on.
        case copy
        /// There is no room left for what would be written.
        case full
        /// Another process has kept the store locked for too long.
        case busy
        /// What the store holds breaks its own rules.
        case damaged
        /// The store was taken away or replaced while it was open; nothing is written any more.
        case gone
        /// The connection to the store broke; whether the call took effect is unknown, and it may be repeated.
        case disconnected
        /// A report took longer than it may.
        case tooLong
        /// Anything else.
        case other
    }

    /// What kind of error it is.
    package let kind: Kind
    package let location: StoreLocation
    /// One sentence without a full stop: the store, the cause and the next step.
    package let message: String

    /// An error of a store.
    package init(_ kind: Kind, at location: StoreLocation, _ message: String) {
        self.kind = kind
        self.location = location
        self.message = message
    }
}

extension StoreError: CommandFailureConvertible {
    /// A report that takes too long is the question's fault, everything else the store's.
    package var commandFailure: CommandFailure {
        CommandFailure(message, kind == .tooLong ? .noAnswer : .store, cause: self)
    }
}

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
