import Testing
import Text

@Suite struct TimeTests {
    @Test(arguments: [
        ("250ms", 250), ("30s", 30_000), ("5m", 300_000), ("12h", 43_200_000), ("90d", 7_776_000_000),
        ("999999999d", 86_399_999_913_600_000), ("007s", 7000), ("0s", nil), ("1000000000s", nil), ("5", nil),
        ("s", nil),
        ("5 m", nil), ("-5m", nil), ("5min", nil), ("1.5h", nil), ("٣s", nil), ("", nil),
    ])
    func `a length of time is a number above 0 and its unit`(text: String, length: Int64?) {
        #expect(Text.milliseconds(ofDuration: text) == length)
    }

    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (850, "1 s"), (12_340, "12 s"), (59_499, "59 s"), (59_500, "1 min 00 s"),
        (125_000, "2 min 05 s"), (3_599_600, "1 h 00 min"), (11_220_000, "3 h 07 min"), (187_200_000, "2 d 04 h"),
        (-1500, "-2 s"), (.min, "-106751991167 d 07 h"),
    ])
    func `lengths of time have two units`(milliseconds: Int64, text: String) {
        #expect(Text.duration(milliseconds: milliseconds) == text)
    }

    @Test(arguments: [
        (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1), (20_778, 2026, 11, 21),
        (47_540, 2100, 2, 28), (47_541, 2100, 3, 1), (-719_162, 1, 1, 1), (-719_528, 0, 1, 1),
    ])
    func `a day has a date`(days: Int64, year: Int, month: Int, day: Int) {
        let date = CalendarDate(year: year, month: month, day: day)
        #expect(CalendarDate(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days && date.exists)
    }

    @Test(arguments: [(2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0)])
    func `a date that the calendar does not have does not exist`(year: Int, month: Int, day: Int) {
        #expect(!CalendarDate(year: year, month: month, day: day).exists)
    }

    @Test func `a date is written with its zeros`() {
        #expect(CalendarDate(year: 2026, month: 3, day: 7).text == "2026-03-07")
    }
}
