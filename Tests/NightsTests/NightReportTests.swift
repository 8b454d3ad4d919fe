import JobBench
import Planning
import Storage
import Submitting
import TestSupport
import Testing
import Working
import Domain

@testable import Nights

@Suite("The report of what a night did") struct NightReportTests {
    private let job: Job

    init() throws { job = try Bench().job() }

    private func totals(_ run: Int64, queued: Int = 0, isPaused: Bool = false) -> RunTotals {
        var totals = RunTotals(run: RunID(run), job: "job", submittedAt: Timestamp(milliseconds: 0))
        (totals.queued, totals.isPaused) = (queued, isPaused)
        return totals
    }

    /// What a night's report is of work that a body sets.
    private func report(_ change: (inout NightWork) -> Void) -> NightReport {
        var work = NightWork(began: Timestamp(milliseconds: 0))
        change(&work)
        return NightReport(work, of: job)
    }

    @Test func `a night ends for the first of its reasons`() {
        let rows: [(title: String, change: (inout NightWork) -> Void, ending: NightEnding)] = [
            ("nothing is left", { _ in }, .finished),
            ("images are queued for workers elsewhere", { $0.run = totals(1, queued: 3) }, .finished),
            ("a paused run", { $0.run = totals(1, queued: 3, isPaused: true) }, .stopped(.paused)),
            ("a paused run without images", { $0.run = totals(1, isPaused: true) }, .finished),
            (
                "the work stopped",
                { $0.worked = [WorkedRun(totals: totals(1, queued: 3), stopReason: .timeIsUp)] }, .stopped(.timeIsUp)
            ),
            (
                "a signal, and images are left",
                {
                    $0.isInterrupted = true
                    $0.worked = [WorkedRun(totals: totals(1, queued: 3), stopReason: .timeIsUp)]
                }, .interrupted
            ),
            (
                "a signal after the last image",
                {
                    $0.isInterrupted = true
                    $0.run = totals(1)
                }, .finished
            ),
            (
                "a signal while it submitted",
                {
                    $0.isInterrupted = true
                    $0.submission.isInterrupted = true
                    $0.submission.lateness = "late"
                }, .interrupted
            ),
            ("the time was up while it submitted", { $0.submission.lateness = "late" }, .stopped(.timeIsUp)),
            (
                "others submitted another manifest",
                {
                    $0.submission.end = .overtaken
                    $0.submission.lateness = "late"
                }, .stopped(.superseded)
            ),
            ("others cancelled its run", { $0.submission.end = .runCancelled }, .stopped(.cancelled)),
            (
                "an error before all of that",
                {
                    $0.problem = CommandFailure("the model is gone", .backend)
                    $0.submission.end = .overtaken
                }, .failed(words: "the model is gone", exit: .backend)
            ),
            (
                "pictures are gone, before an error",
                {
                    $0.problem = CommandFailure("the model is gone", .backend)
                    $0.submission.refusal = .missing(30, known: 40)
                }, .refused(.missing(30, known: 40))
            ),
        ]
        for row in rows { #expect(report(row.change).ending == row.ending, "\(row.title)") }
    }

    @Test func `images that wait are those of its run as it stands last, and of others that may still run`() {
        let report = report { work in
            var cancelled = totals(3, queued: 7)
            cancelled.isCancelled = true
            work.worked = [
                WorkedRun(totals: totals(1, queued: 9), stopReason: nil),
                WorkedRun(totals: totals(2, queued: 2), stopReason: nil),
                WorkedRun(totals: cancelled, stopReason: .cancelled),
            ]
            work.run = totals(1, queued: 5)
        }
        #expect(report.queued == 7)
        #expect(report.run == RunID(1))
    }

    @Test func `many removed pictures are told as a share of the known ones`() {
        let report = report { work in
            work.submission.counts.removed = 1200
            work.knownBefore = 2000
        }
        #expect(report.unnamed == "1,200 of 2,000 known pictures")
        #expect(self.report { $0.submission.counts.removed = 10 }.unnamed == nil)
    }

    @Test func `a cap that stopped the work stands in place of the cap as it was read`() {
        func usage(_ units: Int) -> CapUsage {
            CapUsage(
                scope: .jobDay, owner: "job", period: "2026-11-21", units: units, microDollars: 0,
                cap: Budget.Cap(units: 5, microDollars: nil))
        }
        let report = report { work in
            work.caps = [usage(3).with(uncertain: 2)]
            work.worked = [WorkedRun(totals: totals(1, queued: 1), stopReason: .cap(usage(5)))]
        }
        #expect(report.caps.map(\.units) == [5] && report.caps.map(\.uncertain) == [2])
    }
}
