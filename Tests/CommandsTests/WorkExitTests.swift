import Storage
import Testing
import Working
import Domain

@testable import Commands

@Suite("The exit code of work") struct WorkExitTests {
    private func worked(_ failed: Int, _ stop: StopReason? = nil) -> WorkedRun {
        var totals = RunTotals(run: RunID(1), job: "job", submittedAt: Timestamp(milliseconds: 0))
        totals.failed = failed
        return WorkedRun(totals: totals, stopReason: stop)
    }

    @Test func `failures of this command, too many of them, and what stopped it`() {
        let tooMany = StopReason.tooManyFailures(.count(1))
        let rows: [(title: String, runs: [WorkedRun], failedBefore: Int, exit: ExitCode)] = [
            ("no run", [], 0, .done), ("all done", [worked(0), worked(0)], 0, .done),
            ("one has failures", [worked(0), worked(1)], 0, .someFailed),
            ("they are of before", [worked(3)], 3, .done), ("one is new", [worked(4)], 3, .someFailed),
            ("stopped", [worked(0), worked(0, .timeIsUp)], 0, .capReached),
            ("stopped, with failures", [worked(2, .paused)], 0, .capReached),
            ("too many failures before a cap", [worked(0, .paused), worked(2, tooMany)], 0, .someFailed),
        ]
        for row in rows { #expect(ExitCode(of: row.runs, failedBefore: row.failedBefore) == row.exit, "\(row.title)") }
    }
}
