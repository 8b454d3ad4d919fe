internal import Platform

/// A time of day: `06:00`.
struct TimeOfDay: Argument, Equatable, CustomStringConvertible {
    let hour, minute: Int

    var description: String { [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }

    /// What the local clock shows at a moment of the wall clock, in its milliseconds.
    static func local(at wall: Int64) -> TimeOfDay {
        let times = (0..<24 * 60).lazy.map { TimeOfDay(hour: $0 / 60, minute: $0 % 60) }
        return times.first { nextLocal(hour: $0.hour, minute: $0.minute, after: wall - 60_000) <= wall }
            ?? TimeOfDay(hour: 0, minute: 0)
    }

    static func read(_ word: String) -> TimeOfDay? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }),
            parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    static var expectation: String { "a time of day from 00:00 to 23:59" }
}
