import Synchronization
import Domain

/// A clock that stands still until it is told to go on, or to go on with each look.
package final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_800_000_000_000)
    /// What each look at it adds.
    private let stride = Atomic<Int64>(0)

    /// A clock at a fixed moment.
    package init() {}

    /// The clock as the program takes it.
    package var clock: Clock {
        Clock {
            let stride = self.stride.load(ordering: .relaxed)
            return Timestamp(milliseconds: self.milliseconds.add(stride, ordering: .relaxed).oldValue)
        }
    }

    /// Lets this much time pass between one look at it and the next from now on.
    package func step(_ span: TimeSpan) { stride.store(span.milliseconds, ordering: .relaxed) }

    /// The same as a clock that measures times.
    package var monotonic: MonotonicClock { MonotonicClock { self.milliseconds.load(ordering: .relaxed) } }

    /// Lets time pass.
    package func advance(_ span: TimeSpan) { milliseconds.add(span.milliseconds, ordering: .relaxed) }
}
