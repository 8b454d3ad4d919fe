import Platform
import Reporting
import Storage
import TestSupport
import Testing
import Working
import Domain

@testable import Commands

/// Every notice about a run that does not proceed, word for word; `make goldens` writes the files again.
@Suite("The notices about runs") struct NoticeTests {
    private static let at = Timestamp(milliseconds: 1_795_000_000_000)

    private static func cap(_ scope: CapScope) -> CapUsage {
        CapUsage(
            scope: scope, owner: "tower-1", period: "2026-11", units: 1000, microDollars: 1_500_000,
            cap: Budget.Cap(units: 1000), opensAt: scope == .run ? nil : at)
    }

    private static var run: RunTotals {
        var run = RunTotals(run: RunID(1), job: "holidays", submittedAt: at)
        (run.total, run.done, run.failed, run.queued, run.cancelled) = (2705, 1000, 5, 1700, 0)
        return run
    }

    @Test func `every reason to stop is worded as it was found good`() throws {
        let reasons: [StopReason] = every { last in
            switch last {
            case nil: .cap(Self.cap(.jobMonth))
            case .cap: .paused
            case .paused: .cancelled
            case .cancelled: .superseded
            case .superseded: .timeIsUp
            case .timeIsUp: .tooManyFailures(.count(2))
            case .tooManyFailures: .preempted
            case .preempted: .manifestChanged
            case .manifestChanged: nil
            }
        }
        let text = reasons.map { reason in
            let mark = StopMessage.mark(of: reason).map { " [\($0)]" } ?? ""
            return StopMessage.sentence(about: reason, in: Self.run) + mark + "\n"
        }.joined()
        try expectGolden(text, "messages/stop.txt")
    }

    @Test func `what other workers process is not said to be left`() {
        var run = Self.run
        for (queued, running, words) in [
            (0, 1, "reached; 1 image is being processed by other workers; continue"),
            (0, 96, "reached; 96 images are being processed by other workers; continue"),
            (1200, 96, "reached; 1,200 images left, 96 are being processed by other workers; continue"),
            (0, 0, "reached; 0 images left; continue"),
        ] {
            (run.queued, run.running) = (queued, running)
            #expect(StopMessage.sentence(about: .timeIsUp, in: run).contains(words))
        }
    }

    @Test func `every cap is named with the way to raise it`() throws {
        let scopes: [CapScope] = every { last in
            switch last {
            case nil: .run
            case .run: .jobDay
            case .jobDay: .jobMonth
            case .jobMonth: .accountDay
            case .accountDay: .accountMonth
            case .accountMonth: nil
            }
        }
        let text = scopes.map { StopMessage.sentence(about: .cap(Self.cap($0)), in: Self.run) + "\n" }.joined()
        try expectGolden(text, "messages/caps.txt")
    }

    @Test func `every reason to wait has one word for programs`() throws {
        let reasons: [RunStatus.WaitReason] = every { last in
            switch last {
            case nil: .paused
            case .paused: .noWorker
            case .noWorker: .copy
            case .copy: .onHold(account: "tower-1", until: Self.at)
            case .onHold: .capReached(Self.cap(.accountDay))
            case .capReached: .capAhead(images: 12, Self.cap(.jobDay))
            case .capAhead: .retry(at: Self.at)
            case .retry: .nothingEnded
            case .nothingEnded: nil
            }
        }
        #expect(
            reasons.map(\.name) == [
                "paused", "no_worker", "copy", "account_held", "cap_reached:account_day", "cap_ahead:job_day", "retry",
                "no_recent_results",
            ])
    }

    @Test func `every notice of the work is written as it was found good`() throws {
        let notices: [WorkProgress] = every { last in
            switch last {
            case nil: .stopped(Self.run, reason: "env:KEY is not set")
            case .stopped(_, .some): .stopped(Self.run, reason: nil)
            case .stopped(_, nil): .onHold(account: "tower-1", until: Timestamp(milliseconds: 4_102_444_800_000))
            case .onHold: .notice("the anonymous Firebase user is gone; a new one was made")
            case .notice: .working(RunProgress(totals: Self.run, imagesPerSecond: 12.3))
            case .working: nil
            }
        }
        let recorder = Recorder()
        let reporter = ProgressReporter(recorder.console, isQuiet: false, hints: Hints(store: nil))
        for notice in notices { reporter.handle(notice) }
        // How long a pause takes from now on depends on the clock.
        let lines = recorder.error.split(separator: "\n").map { line in
            line.contains(" (in ") ? line.prefix { $0 != "(" } + "(in ...)" : line
        }
        try expectGolden(lines.map { "\($0)\n" }.joined(), "messages/work-notices.txt")
    }
}
