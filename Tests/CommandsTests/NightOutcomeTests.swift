import Nights
import Storage
import Submitting
import Testing
import Domain

@Suite("Whether a night is told, and how it ends") struct NightOutcomeTests {
    static let cap = CapUsage(
        scope: .jobDay, owner: "old-town", period: "2026-11-21", units: 500, microDollars: 2_000_000,
        cap: Budget.Cap(units: nil, microDollars: 2_000_000), opensAt: Timestamp(milliseconds: 1_795_334_400_000))

    /// A night that ended in some way, with some of these beside it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ending: NightEnding
        var failed = 0, failedBefore = 0, done = 0, uncertain = 0
        var isModelLost = false, isUnusual = false
        let exit: ExitCode
        let reason: NightOutcome.Reason?

        var report: NightReport {
            var report = NightReport(job: "old-town", ending: ending)
            if failed > 0 { report.failures = [WorkSummary.Failures(kind: "damaged", count: failed, paths: [])] }
            (report.failedBefore, report.done, report.units, report.uncertain) = (failedBefore, done, done, uncertain)
            report.isModelLost = isModelLost
            if isUnusual {
                report.unusual = [
                    UnusualAnswers(.labelDetection, label: nil, now: Share(20, of: 20), before: Share(0, of: 40))
                ]
            }
            return report
        }
    }

    static let since = Timestamp(milliseconds: 1_795_316_400_000)
    static let cases: [Case] = [
        Case(testDescription: "all is done", ending: .finished, done: 400, exit: .done, reason: nil),
        Case(testDescription: "nothing is new", ending: .finished, exit: .done, reason: nil),
        Case(testDescription: "only old failures", ending: .finished, failedBefore: 3, exit: .done, reason: nil),
        Case(
            testDescription: "old failures beside work", ending: .finished, failedBefore: 3, done: 9, exit: .done,
            reason: nil),
        Case(testDescription: "failures now", ending: .finished, failed: 1, exit: .someFailed, reason: .failures),
        Case(
            testDescription: "failures now and before", ending: .finished, failed: 1, failedBefore: 2, done: 9,
            exit: .someFailed, reason: .failures),
        Case(
            testDescription: "units in doubt", ending: .finished, done: 9, uncertain: 2, exit: .done, reason: .uncertain
        ),
        Case(
            testDescription: "a hosted model that is gone", ending: .finished, done: 9, isModelLost: true, exit: .done,
            reason: .model),
        Case(
            testDescription: "answers unlike those before", ending: .finished, done: 20, isUnusual: true, exit: .done,
            reason: .answers),
        Case(
            testDescription: "answers unlike those before, and failures", ending: .finished, failed: 1, done: 20,
            isUnusual: true, exit: .someFailed, reason: .failures),
        Case(testDescription: "a cap", ending: .stopped(.cap(cap)), done: 9, exit: .capReached, reason: .cap),
        Case(
            testDescription: "a cap, and failures", ending: .stopped(.cap(cap)), failed: 1, exit: .capReached,
            reason: .cap
        ),
        Case(testDescription: "the time", ending: .stopped(.timeIsUp), exit: .capReached, reason: .time),
        Case(
            testDescription: "too many failures", ending: .stopped(.tooManyFailures(.count(2))), failed: 3,
            exit: .capReached, reason: .tooManyFailures),
        Case(testDescription: "a pause", ending: .stopped(.paused), exit: .capReached, reason: .paused),
        Case(testDescription: "a cancellation", ending: .stopped(.cancelled), exit: .capReached, reason: .cancelled),
        Case(testDescription: "a newer run", ending: .stopped(.superseded), exit: .capReached, reason: .superseded),
        Case(
            testDescription: "another run first", ending: .stopped(.preempted), exit: .capReached, reason: .superseded),
        Case(
            testDescription: "a newer manifest", ending: .stopped(.manifestChanged), exit: .capReached,
            reason: .superseded
        ),
        Case(
            testDescription: "a lost mount", ending: .refused(.missing(13, known: 13)), exit: .capReached,
            reason: .mountLost),
        Case(
            testDescription: "a manifest that removes most pictures", ending: .refused(.removed(13, known: 13)),
            exit: .capReached, reason: .removed),
        Case(
            testDescription: "a manifest that asks most pictures again", ending: .refused(.again([], known: 13)),
            exit: .capReached, reason: .askedAgain),
        Case(
            testDescription: "another nightly", ending: .alreadyRunning(since: since, pid: 7, host: "h"),
            exit: .alreadyRunning, reason: .alreadyRunning),
        Case(testDescription: "a signal", ending: .interrupted, exit: .interrupted, reason: .interrupted),
    ]

    @Test(arguments: cases) func `follows from what it did`(night: Case) {
        let verdict = NightOutcome(night.report)
        #expect(verdict.exit == night.exit && verdict.reason == night.reason, "\(verdict)")
        #expect(verdict.isReported(isVerbose: true))
        #expect(verdict.isReported(isVerbose: false) == (night.reason != nil))
    }

    @Test func `tells news of sources with exit status 0`() {
        func reason(_ change: (inout NightReport) -> Void) -> NightOutcome.Reason? {
            var report = NightReport(job: "old-town", ending: .finished)
            (report.missing, report.emptySources) = (0, "1 source matched nothing: scans")
            change(&report)
            #expect(NightOutcome(report).exit == .done)
            return NightOutcome(report).reason
        }
        #expect(reason { _ in } == nil)
        #expect(reason { $0.missing = 2 } == .sources)
        #expect(reason { $0.hasNewEmptySource = true } == .sources)
        #expect(reason { $0.gone = "28 of 60 pictures are gone" } == .sources)
        #expect(reason { $0.unnamed = "13 of 15 known pictures" } == .sources)
        #expect(reason { $0.skipped = SkippedFiles(kinds: [.init("bmp", 1)]) } == nil)
        #expect(reason { ($0.skipped, $0.isFirst) = (SkippedFiles(kinds: [.init("bmp", 1)]), true) } == .sources)
        #expect(reason { $0.isFirst = true } == nil)
    }

    @Test(arguments: cases) func `is silent only with exit status 0`(night: Case) {
        let verdict = NightOutcome(night.report)
        #expect(verdict.exit == .done || verdict.isReported(isVerbose: false))
    }
}
