import Testing
import Domain

@testable import Commands

@Suite("A moment on the command line") struct ArgumentMomentTests {
    @Test(arguments: [
        ("2026-11-22", "2026-11-22T00:00:00.000Z"), ("2026-11-22T03:04Z", "2026-11-22T03:04:00.000Z"),
        ("2026-11-22T03:04:05Z", "2026-11-22T03:04:05.000Z"),
        ("2026-11-22T03:04:05.678Z", "2026-11-22T03:04:05.678Z"),
    ]) func `is a date, with a time as far as it is given`(word: String, moment: String) throws {
        #expect(Moment.read(word) == Moment.at(try #require(Timestamp(iso8601: moment))))
    }

    @Test func `is a time ago, or when the local clock last showed a time of day`() throws {
        let now = Timestamp(milliseconds: 1_795_348_800_000)
        #expect(Moment.read("12h")?.timestamp(at: now) == Timestamp(milliseconds: now.milliseconds - 43_200_000))
        let minute = TimeOfDay.local(at: now.milliseconds)
        let last = try #require(Moment.read("\(minute)")).timestamp(at: now)
        #expect(last == now)
        let later = TimeOfDay(hour: (minute.hour + 1) % 24, minute: minute.minute)
        let yesterday = Moment.last(later).timestamp(at: now)
        let hours = Double(now.milliseconds - yesterday.milliseconds) / 3_600_000
        // An hour more or less where the clocks turn.
        #expect((22...24).contains(hours) && TimeOfDay.local(at: yesterday.milliseconds) == later)
    }

    @Test(arguments: [
        "", "yesterday", "2026-11-31", "2026-13-01", "2026-11-22T25:00Z", "2026-11-22T03:04", "20261122", "Z", "12",
        "2026-11-22Z", "0h", "24:00", "2026-11-22T03Z",
    ]) func `is nothing else`(word: String) {
        #expect(Moment.read(word) == nil)
    }
}
