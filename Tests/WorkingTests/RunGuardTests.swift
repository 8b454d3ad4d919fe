import Storage
import TestSupport
import Testing
import Domain

@testable import Working

@Suite("The guard of a run") struct RunGuardTests {
    let time = TestClock()

    private func stopReason(_ limits: WorkLimits) -> StopReason? {
        let runGuard = RunGuard(limits: limits, clock: time.clock, monotonic: time.monotonic, canPreempt: nil)
        var totals = RunTotals(run: RunID(1), job: "job", submittedAt: time.clock.now())
        totals.queued = 1
        return runGuard.stopReason(in: RunOutlook(totals: totals, outrankedBy: []))
    }

    @Test func `the time that --for gives is measured by the monotonic clock`() {
        let limits = WorkLimits(end: time.monotonic.now() + 1000)
        #expect(stopReason(limits) == nil)
        time.advance(TimeSpan(milliseconds: 999))
        #expect(stopReason(limits) == nil)
        time.advance(TimeSpan(milliseconds: 1))
        #expect(stopReason(limits) == .timeIsUp)
    }

    @Test func `the moment that --until gives is one of the wall clock`() {
        let limits = WorkLimits(until: time.clock.now() + .seconds(60))
        time.advance(TimeSpan(milliseconds: 59_999))
        #expect(stopReason(limits) == nil)
        time.advance(TimeSpan(milliseconds: 1))
        #expect(stopReason(limits) == .timeIsUp)
    }
}
