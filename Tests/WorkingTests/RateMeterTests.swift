import Testing

@testable import Working

@Suite("The meter of images per second") struct RateMeterTests {
    @Test func `the rate is of the last seconds`() {
        var meter = RateMeter()
        #expect(meter.imagesPerSecond == 0)
        meter.count(0, at: 1000)
        for tick in 1...40 { meter.count(10, at: 1000 + Int64(tick) * 100) }
        #expect(meter.imagesPerSecond == 100)
        meter.count(0, at: 100_000)
        #expect(meter.imagesPerSecond == 0)
    }

    @Test func `a report is due at first and then five times a second`() {
        var meter = RateMeter()
        #expect([0, 199, 200, 250, 400].map { meter.isReportDue(at: $0) } == [true, false, true, false, true])
    }
}
