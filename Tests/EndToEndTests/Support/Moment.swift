import FoundationEssentials
import Glibc
import Testing

/// A moment at which clocks turn, for the clock that a test sets, and the zone of the programs that go by it.
struct Moment: Sendable, CustomTestStringConvertible {
    /// What turns then.
    let name: String
    /// Seconds since 1970.
    let seconds: Int
    /// The value of TZ; nil: it is not set, and the machine's zone holds.
    let zone: String?
    /// What the local clock shows: `2026-11-22 23:59:50`; nil: what the machine's zone makes of it.
    let local: String?
    /// The vendor's day, by Pacific time: `2026-11-22`.
    let billingDay: String
    /// When that day ends, in seconds since 1970.
    let billingDayEnd: Int

    var testDescription: String { "\(name) (\(zone ?? "no TZ"))" }

    /// - Parameters:
    ///   - utc: `2026-11-22T22:59:50Z`; so is `end`, the end of the billing day.
    private init(
        _ name: String, _ utc: String, _ zone: String?, _ local: String?, _ billingDay: String, until end: String
    ) {
        self.name = name
        self.zone = zone
        self.local = local
        self.billingDay = billingDay
        seconds = Moment.seconds(utc)
        billingDayEnd = Moment.seconds(end)
    }

    /// Noon Pacific time on a day that is not the last of its month: a test that ends within hours has one billing day.
    static let noon = Moment(
        "noon", "2026-11-18T20:00:00Z", "UTC", "2026-11-18 20:00:00", "2026-11-18", until: "2026-11-19T08:00:00Z")

    /// Usual and hard days for what cron starts at 03:30 by local time.
    static let nights =
        [noon]
        + all.filter { ["29 February", "before summer time", "new year in the earliest zone"].contains($0.name) }

    /// Each that is known to be hard.
    static let all = [
        Moment(
            "before midnight", "2026-11-22T22:59:50Z", "Europe/Berlin", "2026-11-22 23:59:50", "2026-11-22",
            until: "2026-11-23T08:00:00Z"),
        Moment(
            "after midnight", "2026-11-22T23:00:10Z", "Europe/Berlin", "2026-11-23 00:00:10", "2026-11-22",
            until: "2026-11-23T08:00:00Z"),
        Moment(
            "before noon", "2026-11-22T11:59:50Z", "UTC", "2026-11-22 11:59:50", "2026-11-22",
            until: "2026-11-23T08:00:00Z"),
        Moment(
            "after noon", "2026-11-22T17:00:10Z", "America/New_York", "2026-11-22 12:00:10", "2026-11-22",
            until: "2026-11-23T08:00:00Z"),
        Moment(
            "the end of a month", "2026-11-30T22:59:50Z", "Europe/Berlin", "2026-11-30 23:59:50", "2026-11-30",
            until: "2026-12-01T08:00:00Z"),
        Moment(
            "the end of a year", "2026-12-31T23:59:50Z", "UTC", "2026-12-31 23:59:50", "2026-12-31",
            until: "2027-01-01T08:00:00Z"),
        Moment(
            "29 February", "2028-02-29T22:59:50Z", "Europe/Berlin", "2028-02-29 23:59:50", "2028-02-29",
            until: "2028-03-01T08:00:00Z"),
        Moment(
            "before summer time", "2027-03-28T00:59:50Z", "Europe/Berlin", "2027-03-28 01:59:50", "2027-03-27",
            until: "2027-03-28T07:00:00Z"),
        Moment(
            "after the change to summer time", "2027-03-28T01:15:10Z", "Europe/Berlin", "2027-03-28 03:15:10",
            "2027-03-27", until: "2027-03-28T07:00:00Z"),
        Moment(
            "the vendor's day of 23 hours", "2027-03-14T15:00:10Z", "America/New_York", "2027-03-14 11:00:10",
            "2027-03-14", until: "2027-03-15T07:00:00Z"),
        Moment(
            "the first 02:30 of a day of 25 hours", "2026-10-25T00:30:10Z", "Europe/Berlin", "2026-10-25 02:30:10",
            "2026-10-24", until: "2026-10-25T07:00:00Z"),
        Moment(
            "the second 02:30 of a day of 25 hours", "2026-10-25T01:30:10Z", "Europe/Berlin", "2026-10-25 02:30:10",
            "2026-10-24", until: "2026-10-25T07:00:00Z"),
        Moment(
            "the second 01:30 where the vendor is", "2026-11-01T09:30:10Z", "America/Los_Angeles",
            "2026-11-01 01:30:10", "2026-11-01", until: "2026-11-02T08:00:00Z"),
        Moment(
            "before Pacific midnight", "2026-12-01T07:59:30Z", "UTC", "2026-12-01 07:59:30", "2026-11-30",
            until: "2026-12-01T08:00:00Z"),
        Moment(
            "after Pacific midnight", "2026-07-01T07:00:10Z", "America/Los_Angeles", "2026-07-01 00:00:10",
            "2026-07-01", until: "2026-07-02T07:00:00Z"),
        Moment(
            "without TZ", "2026-11-22T05:30:10Z", nil, nil, "2026-11-21", until: "2026-11-22T08:00:00Z"),
        Moment(
            "new year in the earliest zone", "2026-12-31T10:00:10Z", "Pacific/Kiritimati", "2027-01-01 00:00:10",
            "2026-12-31", until: "2027-01-01T08:00:00Z"),
    ]

    private static func seconds(_ utc: String) -> Int {
        guard let date = try? Date(utc, strategy: .iso8601) else { preconditionFailure("no moment: \(utc)") }
        return Int(date.timeIntervalSince1970)
    }
}
