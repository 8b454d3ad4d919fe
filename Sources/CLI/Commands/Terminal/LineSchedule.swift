/// When a progress line is due where no terminal shows one that changes: 10 s, 30 s and 1 min after the start, then
/// every 5 min.
///
/// A short run so shows that it moves, and the mail of a long night stays short.
package struct LineSchedule: Sendable {
    private let start: Int64
    /// Milliseconds after the start at which the next line is due.
    private var next: Int64

    /// A schedule that starts at a moment in monotonic milliseconds.
    package init(start: Int64) {
        self.start = start
        next = LineSchedule.first[0]
    }

    /// Whether a line is due at a moment; if so, the next one is due at the next time of the schedule after it.
    package mutating func isLineDue(at moment: Int64) -> Bool {
        let elapsed = moment - start
        guard elapsed >= next else { return false }
        let last = LineSchedule.first[LineSchedule.first.count - 1]
        next =
            LineSchedule.first.first { $0 > elapsed }
            ?? last + ((elapsed - last) / LineSchedule.interval + 1) * LineSchedule.interval
        return true
    }

    /// Milliseconds after the start.
    private static let first: [Int64] = [10_000, 30_000, 60_000]
    /// Milliseconds between lines after those.
    private static let interval: Int64 = 300_000
}
