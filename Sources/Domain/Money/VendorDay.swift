package import Text

/// A day as the vendor counts them: of the calendar in America/Los_Angeles.
///
/// Google's billing months and daily quotas begin at midnight Pacific time (Cloud Billing, "Budgets", CalendarPeriod;
/// Cloud quotas, "daily quotas reset at midnight Pacific Time"). The rule of daylight saving is the one in force since
/// 2007: 15 U.S.C. 260a, from 2:00 on the second Sunday of March until 2:00 on the first Sunday of November.
package struct VendorDay: Hashable, Comparable, Sendable {
    private let date: CalendarDate

    /// The day on which a moment falls.
    package init(of moment: Timestamp) {
        let hours: Int64 = VendorDay.isDaylightSaving(moment) ? -7 : -8
        date = (moment + TimeSpan(milliseconds: hours * hour)).utc.date
    }

    /// The day of a date.
    package init(_ date: CalendarDate) {
        self.date = date
    }

    /// Earlier days come first.
    package static func < (left: VendorDay, right: VendorDay) -> Bool {
        left.date.daysSince1970 < right.date.daysSince1970
    }

    /// `2026-11-21`.
    package var dayKey: String { date.text }
    /// `2026-11`.
    package var monthKey: String { VendorDay.month(of: dayKey) }

    /// The month of a day: `2026-11` of `2026-11-21`.
    package static func month(of dayKey: String) -> String { String(dayKey.prefix(7)) }

    /// The moment at which the next day begins.
    package var end: Timestamp { VendorDay.midnight(date.daysSince1970 + 1) }

    /// The moment at which the next month begins.
    package var endOfMonth: Timestamp {
        let isLast = date.month == 12
        let next = CalendarDate(year: date.year + (isLast ? 1 : 0), month: isLast ? 1 : date.month + 1, day: 1)
        return VendorDay.midnight(next.daysSince1970)
    }

    /// The moment at which the day begins that is a number of days after 1970-01-01.
    private static func midnight(_ days: Int64) -> Timestamp {
        // Midnight is never within the hour that is skipped or repeated.
        let saving = Timestamp(milliseconds: (days * 24 + 7) * hour)
        return isDaylightSaving(saving) ? saving : saving + TimeSpan(milliseconds: hour)
    }

    private static func isDaylightSaving(_ moment: Timestamp) -> Bool {
        let year = moment.utc.date.year
        // Two o'clock standard time is 10:00 UTC, two o'clock daylight saving time is 9:00 UTC.
        let begin = (sunday(2, of: 3, in: year) * 24 + 10) * hour
        let end = (sunday(1, of: 11, in: year) * 24 + 9) * hour
        return (begin..<end).contains(moment.milliseconds)
    }

    /// The days from 1970-01-01 to the nth Sunday of a month.
    private static func sunday(_ count: Int64, of month: Int, in year: Int) -> Int64 {
        let first = CalendarDate(year: year, month: month, day: 1).daysSince1970
        // 1970-01-01 was a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        return first + (7 - weekday) % 7 + 7 * (count - 1)
    }
}

/// Milliseconds in an hour.
private let hour: Int64 = 3_600_000
