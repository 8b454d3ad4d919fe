internal import Text
internal import Platform

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, UTC.
    package var milliseconds: Int64

    /// A moment from milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier moments come first.
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// A later moment.
    package static func + (moment: Timestamp, span: TimeSpan) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + span.milliseconds)
    }

    /// The time from one moment to another.
    package static func - (later: Timestamp, earlier: Timestamp) -> TimeSpan {
        TimeSpan(milliseconds: later.milliseconds - earlier.milliseconds)
    }
}

/// A length of time in whole milliseconds, as manifests write it: `250ms`, `30s`, `5m`, `12h`, `90d`.
package struct TimeSpan: Hashable, Comparable, Sendable {
    /// The length.
    package var milliseconds: Int64

    /// A length in milliseconds.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A length as people write it: at most nine digits and a unit, never 0; nil for any other text.
    package init?(_ text: String) {
        guard let length = Text.milliseconds(ofDuration: text) else { return nil }
        self.init(milliseconds: length)
    }

    /// What such a text looks like.
    package static let expected = "a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d"

    /// A length in seconds.
    package static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count * 1000) }

    /// Shorter lengths come first.
    package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }
}

/// Where the time comes from: the system's clock in the program, a clock of their own in tests.
package struct Clock: Sendable {
    /// The moment it is now.
    package let now: @Sendable () -> Timestamp

    /// A clock that asks a function.
    package init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }
}

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
