import JobBench
import Manifest
import Platform
import Reporting
import SQLiteStore
import Storage
import TestSupport
import Testing
import Working
import Domain

@testable import Commands

/// The status of runs in a real store, a minute after each was submitted.
@Suite("The status of a run") struct StatusReportTextTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func report() throws -> StatusReport {
        try bench.store.snapshot { reports throws(StoreError) in
            try StatusReport(of: .newest, in: reports, host: nil, job: CommandContext.job)
        }
    }

    private func lines() throws -> [String] {
        let report = try report()
        let run = try #require(report.runs.first)
        return StatusReportText(report: report, run: run).lines.map(\.text)
    }

    /// What the table says in its column `left`.
    private func left() throws -> Cell? {
        let table = StatusTable(try report().runs, isWide: true)
        let row = try #require(table.rows.first)
        #expect(row.count == table.columns.count)
        return table.columns.firstIndex(of: "left").map { row[$0] }
    }

    @Test func `a queued run waits for a worker, and a paused one for its user`() throws {
        let run = try bench.queued(try bench.job())
        let start = HumanFormat.moment(bench.time.clock.now())
        bench.time.advance(.seconds(60))
        #expect(
            try lines() == [
                "run 1 of job: queued", "  images   0 of 4 done (0%), 4 queued", "  backend  tflite",
                "  time     submitted \(start), 1 min 00 s ago",
                "  rate     idle: no image finished in the last minute, no worker running",
                "  left     unknown: no worker is running; start one with `cairn work --run 1`",
            ])
        #expect(try left() == .text("no worker"))
        _ = try bench.store.control.pause(run)
        #expect(try lines().last == "  left     unknown: the run is paused; continue with `cairn resume 1`")
        #expect(try left() == .text("paused"))
        _ = try bench.store.control.prioritize(run, at: 5)
        #expect(try lines().first == "run 1 of job: paused, priority 5")
    }

    @Test func `why the work stopped is a line of its own`() throws {
        let run = try bench.queued(try bench.job())
        _ = try bench.worker().work(on: run, within: WorkLimits(end: 0))
        let stop = try #require(try lines().first { $0.hasPrefix("  stopped") })
        #expect(stop == "  stopped  \(HumanFormat.moment(bench.time.clock.now())): reason(Domain.StopReason.timeIsUp)")
    }

    @Test func `a finished run has its failures, and nothing left`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        _ = try bench.run(try bench.job())
        let text = try lines()
        #expect(text[0] == "run 1 of job: finished")
        #expect(text[1] == "  images   4 of 5 done (80%), 1 failed")
        #expect(text.count { $0.hasPrefix("  failed   1 notAnImage: ") } == 1, "\(text)")
        #expect(!text.contains { $0.hasPrefix("  left") || $0.hasPrefix("  rate") || $0.hasPrefix("  cost") })
        let report = try report()
        let numbers = StatusReportText(report: report, run: try #require(report.runs.first)).numbers
        #expect(numbers.map(\.text) == Array(text[0...1]))
        #expect(numbers[1].mark == .failure)
        // A column without any value is left out.
        #expect(try left() == nil)
        #expect(text.suffix(1) == ["           ask them again: `cairn retry 1`"], "\(text)")
    }
}
