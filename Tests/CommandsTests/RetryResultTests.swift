import Storage
import Testing
import Domain

@testable import Commands

@Suite("The result of a retry") struct RetryResultTests {
    private func result(
        _ count: Int, kind: Failure.Kind? = nil, code: String? = nil, failed: Int = 0, isPaused: Bool = false,
        isCurrent: Bool = true, isDry: Bool = false
    ) -> RetryResult {
        var totals = RunTotals(run: RunID(7), job: "job", submittedAt: Timestamp(milliseconds: 0))
        (totals.failed, totals.isPaused) = (failed, isPaused)
        return RetryResult(
            run: RunID(7), filter: RetryFilter(kind: kind, code: code), count: count, totals: totals,
            isCurrent: isCurrent, isDry: isDry)
    }

    @Test func `says what was queued, and the next step`() {
        #expect(result(1).words == "1 image of run 7 queued again; run `cairn work`")
        #expect(
            result(1200, isPaused: true).words
                == "1,200 images of run 7 queued again; the run is paused; continue with `cairn resume 7`")
        #expect(result(2, isDry: true).words == "2 images of run 7 would be queued again; nothing was changed")
        #expect(result(2, isDry: true).figure == 2)
    }

    @Test func `says that no failure matches`() {
        #expect(result(0).words == "run 7 has no failed images")
        #expect(result(0, isDry: true).words == "run 7 has no failed images")
        #expect(result(0, failed: 3).words == "run 7 has no failed images that its job still asks for")
        let narrow = result(0, kind: .damaged, code: "E1", failed: 3)
        #expect(narrow.words == "run 7 has no failed damaged E1 images")
        #expect(narrow.figure == 0)
    }

    @Test func `says that a run of other recipes queues nothing`() {
        let other = result(3, failed: 3, isCurrent: false)
        #expect(other.figure == 0)
        #expect(other.words.hasPrefix("nothing was queued: the job's model, features or their settings have changed"))
        #expect(
            other.words.hasSuffix(
                " since run 7. To ask the failed images with the new ones, "
                    + "set `refresh: {failed: true}` and submit the job"))
    }
}
