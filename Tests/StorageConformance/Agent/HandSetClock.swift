internal import Synchronization
internal import Domain

/// A clock that shows what the driver says.
final class HandSetClock: Sendable {
    private let milliseconds = Atomic<Int64>(0)

    /// The clock as a store takes it.
    var clock: Clock { Clock { Timestamp(milliseconds: self.milliseconds.load(ordering: .relaxed)) } }

    /// Sets it, to milliseconds since 1970.
    func set(_ moment: Int64) { milliseconds.store(moment, ordering: .relaxed) }
}
