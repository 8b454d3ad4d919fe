internal import Platform

/// Measures how long things take: the machine's clock that never jumps in the program, a clock of their own in tests.
package struct MonotonicClock: Sendable {
    /// Milliseconds since some moment.
    package let now: @Sendable () -> Int64

    /// A clock that asks a function.
    package init(now: @escaping @Sendable () -> Int64) {
        self.now = now
    }

    /// The machine's clock, which keeps running while the machine sleeps.
    package static let machine = MonotonicClock { monotonicMilliseconds() }

    /// The time that has passed since a moment of this clock.
    package func span(since start: Int64) -> TimeSpan { TimeSpan(milliseconds: max(0, now() - start)) }
}
