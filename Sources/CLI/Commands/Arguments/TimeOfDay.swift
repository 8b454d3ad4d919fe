/// A time of day: `06:00`.
struct TimeOfDay: Argument, Equatable {
    let hour, minute: Int

    static func read(_ word: String) -> TimeOfDay? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }),
            parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    static var expectation: String { "a time of day from 00:00 to 23:59" }
}
