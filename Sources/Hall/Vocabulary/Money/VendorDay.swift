/// A day as the vendor counts them: of the calendar in America/Los_Angeles.
///
/// Google's billing months and daily quotas begin at midnight Pacific time (Cloud Billing, "Budgets", CalendarPeriod; Cloud
/// quotas, "daily quotas reset at midnight Pacific Time"). The rule of daylight saving is the one in force since 2007:
/// 15 U.S.C. 260a, from 2:00 on the second Sunday of March until 2:00 on the first Sunday of November.
package struct VendorDay: Hashable, Sendable {
    /// The year, Gregorian.
    package let year: Int
    /// The month, 1...12.
    package let month: Int
    /// The day of the month, 1...31.
    package let day: Int

    /// The day on which a moment falls.
    package init(of moment: Timestamp) {
        let hours = VendorDay.isDaylightSaving(moment) ? -7 : -8
        self.init(days: VendorDay.days(moment.milliseconds + Int64(hours) * hour))
    }

    /// `2026-11-21`.
    package var dayKey: String { "\(monthKey)-\(day < 10 ? "0" : "")\(day)" }
    /// `2026-11`.
    package var monthKey: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// The moment at which the next day begins.
    package var end: Timestamp {
        let midnight = Timestamp(milliseconds: (VendorDay.days(year, month, day) + 1) * 24 * hour)
        // Midnight itself is never within the hour that is skipped or repeated.
        let standard = midnight + TimeSpan(milliseconds: 8 * hour)
        let saving = midnight + TimeSpan(milliseconds: 7 * hour)
        return VendorDay.isDaylightSaving(saving) ? saving : standard
    }

    /// The day so many days after 1970-01-01.
    private init(days: Int64) {
        // From days to year, month and day in a calendar whose years begin in March, so that leap days come last
        // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
        month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    private static func isDaylightSaving(_ moment: Timestamp) -> Bool {
        let year = VendorDay(days: days(moment.milliseconds)).year
        // Two o'clock standard time is 10:00 UTC, two o'clock daylight saving time is 9:00 UTC.
        let begin = sunday(2, of: 3, in: year) * 24 * hour + 10 * hour
        let end = sunday(1, of: 11, in: year) * 24 * hour + 9 * hour
        return (begin..<end).contains(moment.milliseconds)
    }

    /// The days from 1970-01-01 to the nth Sunday of a month.
    private static func sunday(_ count: Int64, of month: Int, in year: Int) -> Int64 {
        let first = days(year, month, 1)
        // 1970-01-01 was a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        return first + (7 - weekday) % 7 + 7 * (count - 1)
    }

    /// The whole days from 1970-01-01 to a moment in milliseconds.
    private static func days(_ milliseconds: Int64) -> Int64 {
        let length = 24 * hour
        return milliseconds >= 0 ? milliseconds / length : -((length - 1 - milliseconds) / length)
    }

    /// The days from 1970-01-01 to a date.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Milliseconds in an hour.
private let hour: Int64 = 3_600_000
