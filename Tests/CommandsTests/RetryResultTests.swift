import Storage
import Testing
import Domain

@testable import Commands

@Suite("The result of a retry") struct RetryResultTests {
    /// A result of runs with so many images.
    private func result(
        _ runs: [(run: Int64, images: Int)], of scope: RetryScope = .run(RunID(7)),
        _ filter: RetryFilter = .failures(), isDry: Bool = false, _ change: (inout RetryRest) -> Void = { _ in }
    ) -> String {
        let retries = runs.map { run, images in
            var retry = RunRetry(RunID(run))
            retry.queue.parts = [RunQueue.Part([.labelDetection], images: images)]
            return retry
        }
        var rest = RetryRest()
        change(&rest)
        var result = RetryResult(scope, filter, retries, RetryPrice(retries), isDry: isDry)
        result.rest = rest
        return result.words
    }

    @Test func `says what was queued, and the next step`() {
        #expect(result([(7, 1)]) == "1 image of run 7 queued again; run `cairn work`")
        #expect(
            result([(7, 1200)]) { $0.paused = [RunID(7)] }
                == "1,200 images of run 7 queued again; the run is paused; continue with `cairn resume 7`")
        #expect(result([(7, 2)], isDry: true) == "2 images of run 7 would be queued again; nothing was changed")
        let town = RetryScope.job("town")
        #expect(result([(7, 2)], of: town) == "2 images of job town queued again; run `cairn work`")
        #expect(
            result([(3, 2), (7, 1)], of: town) { $0.paused = [RunID(7)] }
                == "3 images of job town (2 of run 3, 1 of run 7) queued again; "
                + "run 7 is paused; continue with `cairn resume 7`")
        #expect(
            result((1...6).map { ($0, 1) }, of: town).hasPrefix(
                "6 images of job town (1 of run 1, 1 of run 2, 1 of run 3, 1 of run 4, 1 of run 5, ...) queued"))
    }

    @Test func `says that nothing matches`() {
        #expect(result([]) == "run 7 has no failed images")
        #expect(result([], of: .job("town")) == "job town has no failed images")
        #expect(result([], isDry: true) == "run 7 has no failed images")
        #expect(result([]) { $0.hasFailures = true } == "run 7 has no failed images that its job still asks for")
        #expect(
            result([], of: .job("town")) { $0.hasNames = true }
                == "job town has no failed images; "
                + "names that could not be read are looked at again when it is submitted")
        let narrow = RetryFilter.failures(kind: .damaged, code: "E1")
        #expect(result([], narrow) { $0.hasFailures = true } == "run 7 has no failed damaged E1 images")
        let noon = RetryFilter.asked(since: Timestamp(milliseconds: 1_795_348_800_000))
        #expect(result([], noon) == "run 7 has no images to ask again since 2026-11-22 12:00 UTC")
        #expect(
            result([], .asked(since: Timestamp(milliseconds: .min))) == "run 7 has no images to ask again")
    }

    @Test func `says that a run of other recipes queues nothing`() {
        let start = "nothing was queued: the job's model, features or their settings have changed since run 7"
        #expect(
            result([]) { $0.outdated = RunID(7) } == start
                + ". To ask the failed images with the new ones, set `refresh: {failed: true}` and submit the job")
        #expect(
            result([], .asked(since: Timestamp(milliseconds: 0))) { $0.outdated = RunID(7) } == start
                + ", and its answers are not shown any more")
    }
}
