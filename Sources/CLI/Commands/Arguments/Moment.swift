internal import Platform
internal import Domain

/// A moment that has passed, on the command line.
enum Moment: Argument, Equatable {
    /// `2026-11-22`, `2026-11-22T03:00Z`, or as the views show it; the date alone is its midnight, UTC.
    case at(Timestamp)
    /// `12h`: so long ago.
    case ago(TimeSpan)
    /// `03:00`: when the local clock last showed it.
    case last(TimeOfDay)

    static func read(_ word: String) -> Moment? {
        if let time = TimeOfDay.read(word) { return .last(time) }
        if let span = TimeSpan.read(word) { return .ago(span) }
        // What is left out at the end is 0: of the time of day, the seconds, the milliseconds.
        let rest = ["T00:00:00.000Z", ":00.000Z", ".000Z", "Z"]
        let start = word.hasSuffix("Z") ? String(word.dropLast()) : word
        guard word.hasSuffix("Z") != (start.utf8.count == 10) else { return nil }
        return rest.lazy.compactMap { Timestamp(iso8601: start + $0) }.first.map(Moment.at)
    }

    static var expectation: String {
        "a moment such as 2026-11-22, 2026-11-22T03:00Z, 03:00 (by the local clock) or 12h (ago)"
    }

    /// The moment in milliseconds since 1970.
    func timestamp(at now: Timestamp) -> Timestamp {
        switch self {
        case .at(let moment): return moment
        case .ago(let span): return Timestamp(milliseconds: now.milliseconds - span.milliseconds)
        case .last(let time):
            // A day has 25 hours at the most.
            var moment = now.milliseconds - 26 * 3_600_000
            while true {
                let next = nextLocal(hour: time.hour, minute: time.minute, after: moment)
                guard next > moment, next <= now.milliseconds else { return Timestamp(milliseconds: moment) }
                moment = next
            }
        }
    }
}
