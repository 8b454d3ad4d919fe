/// `01:00-05:00`: a part of each day, by the machine's local time; it may lie around midnight.
package struct DailyWindow: Equatable, Sendable {
    /// Its first minute, counted from midnight: 0...1439.
    package let start: Int
    /// The minute behind its last one, 0...1439, and never the first: that would be all day or never.
    package let end: Int

    /// A window; nil where its ends are the same or lie outside a day.
    package init?(start: Int, end: Int) {
        guard (0..<1440).contains(start), (0..<1440).contains(end), start != end else { return nil }
        self.start = start
        self.end = end
    }
}

extension DailyWindow: CustomStringConvertible {
    /// As manifests write it: `01:00-05:00`.
    package var description: String { "\(clock(start))-\(clock(end))" }

    private func clock(_ minute: Int) -> String {
        let digits = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return digits.joined(separator: ":")
    }
}
