import FoundationEssentials
import TestSupport
import Testing
import Domain

/// A time zone for `TZ`: the real one where the machine knows it, else its present rule.
private let zone = "$(test -e \(zoneFile) && echo America/Los_Angeles || echo PST8PDT,M3.2.0,M11.1.0)"
private let zoneFile = "/usr/share/zoneinfo/America/Los_Angeles"

@Suite("The vendor's days") struct VendorDayTests {
    private func moment(_ text: String) throws -> Timestamp {
        let date = try Date(text, strategy: .iso8601)
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }

    @Test(arguments: [
        ("2026-11-21T07:59:59Z", "2026-11-20"), ("2026-11-21T08:00:00Z", "2026-11-21"),
        ("2026-07-01T06:59:59Z", "2026-06-30"), ("2026-07-01T07:00:00Z", "2026-07-01"),
        // Daylight saving begins on 2026-03-08 at 10:00 UTC and ends on 2026-11-01 at 09:00 UTC.
        ("2026-03-08T07:59:59Z", "2026-03-07"), ("2026-03-08T09:59:59Z", "2026-03-08"),
        ("2026-03-09T06:59:59Z", "2026-03-08"), ("2026-03-09T07:00:00Z", "2026-03-09"),
        ("2026-11-01T06:59:59Z", "2026-10-31"), ("2026-11-01T07:00:00Z", "2026-11-01"),
        ("2026-11-02T07:59:59Z", "2026-11-01"), ("2026-11-02T08:00:00Z", "2026-11-02"),
        ("2028-02-29T20:00:00Z", "2028-02-29"), ("2027-01-01T07:59:59Z", "2026-12-31"),
    ])
    func `the vendor's days begin at midnight Pacific time`(utc: String, day: String) throws {
        #expect(VendorDay(of: try moment(utc)).dayKey == day)
        #expect(VendorDay(of: try moment(utc)).monthKey == String(day.prefix(7)))
    }

    @Test(arguments: UInt64(1)...4)
    func `are the C library's, at any moment of a century and around every midnight and change of clocks`(seed: UInt64)
        throws
    {
        var random = Seeded(seed)
        let span = try moment("2008-01-01T00:00:00Z").milliseconds...moment("2099-12-31T00:00:00Z").milliseconds
        var moments: [Timestamp] = []
        while moments.count < 8000 {
            let any = Timestamp(milliseconds: Int64.random(in: span, using: &random))
            moments.append(any)
            // The next midnight, the next month, and the hours of that day in which clocks may change, each within a
            // second.
            let day = VendorDay(of: any)
            for hour in [0, 1, 2, 3] as [Int64] {
                let near = Int64.random(in: -1000...1000, using: &random) + hour * 3_600_000
                moments += [day.end, day.endOfMonth].map { Timestamp(milliseconds: $0.milliseconds + near) }
            }
        }
        let scratch = try Scratch()
        let seconds = moments.map { $0.milliseconds / 1000 }
        let file = try scratch.write("moments", seconds.map { "@\($0)\n" }.joined())
        let told = shell("TZ=\(zone) date -f \(file) +%F")
        #expect(told.status == 0)
        let days = String(decoding: told.output, as: UTF8.self).split(separator: "\n")
        try #require(days.count == moments.count)
        for (moment, day) in zip(moments, days) where VendorDay(of: moment).dayKey != day {
            let told = "\(VendorDay(of: moment).dayKey), and \(day) by the C library"
            Issue.record("seed \(seed): \(moment.milliseconds): \(told)")
        }
    }

    @Test func `each ends where the next begins, over thirty years of hours`() throws {
        var at = try moment("2010-01-01T00:00:00Z")
        let last = try moment("2040-01-01T00:00:00Z")
        var days = 0
        while at < last {
            let day = VendorDay(of: at)
            let end = day.end
            let before = VendorDay(of: Timestamp(milliseconds: end.milliseconds - 1))
            #expect(before == day && VendorDay(of: end) != day, "\(day.dayKey)")
            let hours = (end - at).milliseconds / 3_600_000
            #expect((0...25).contains(hours), "\(day.dayKey)")
            at = end
            days += 1
        }
        #expect(days == 10_957 + 1)
    }
}
