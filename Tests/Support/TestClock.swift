import Synchronization
import Vocabulary

/// A clock that stands still until it is told to go on.
package final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_800_000_000_000)

    /// A clock at a fixed moment.
    package init() {}

    /// The clock as the program takes it.
    package var clock: Clock { Clock { Timestamp(milliseconds: self.milliseconds.load(ordering: .relaxed)) } }

    /// Lets time pass.
    package func advance(_ span: TimeSpan) { milliseconds.add(span.milliseconds, ordering: .relaxed) }
}
