import Commands
import Testing

@Suite("The schedule of progress lines") struct LineScheduleTests {
    /// The seconds at which lines come when something is told at these seconds.
    private func lines(at seconds: some Sequence<Int64>) -> [Int64] {
        var schedule = LineSchedule(start: 5_000_000)
        return seconds.filter { schedule.isLineDue(at: 5_000_000 + $0 * 1000) }
    }

    @Test func `progress lines away from a terminal come at 10 s, 30 s, 1 min, then every 5 min`() {
        #expect(lines(at: 0...1300) == [10, 30, 60, 360, 660, 960, 1260])
    }

    @Test func `progress lines away from a terminal come late where nothing was told, and then keep to the schedule`() {
        #expect(lines(at: [9, 14, 15, 31, 59, 61, 62, 400, 401, 659, 660]) == [14, 31, 61, 400, 660])
        #expect(lines(at: [5000, 5001, 5160]) == [5000, 5160])
    }

    @Test func `progress lines away from a terminal of a night of 8 hours fit on two screens`() {
        #expect(lines(at: 0..<28_800).count == 98)
    }
}
