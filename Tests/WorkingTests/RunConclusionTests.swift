import Storage
import Testing
import Domain

@testable import Working

@Suite("What follows from the work on a run") struct RunConclusionTests {
    /// A run of ten images: how many are queued, done and cancelled.
    private func totals(
        queued: Int = 0, running: Int = 0, done: Int = 0, cancelled: Int = 0, isCancelled: Bool = false,
        isSuperseded: Bool = false
    ) -> RunTotals {
        var totals = RunTotals(run: RunID(1), job: "job", submittedAt: Timestamp(milliseconds: 0))
        totals.total = 10
        (totals.queued, totals.running, totals.done, totals.cancelled) = (queued, running, done, cancelled)
        (totals.isCancelled, totals.isSuperseded) = (isCancelled, isSuperseded)
        return totals
    }

    private struct Row {
        let title: String
        var said: StopReason?
        var before: RunTotals
        var after: RunTotals
        var isOnly = false
        var isDraining = false
        var stop: StopReason?
        var isInterrupted = false
        var isOver = true
        /// Whether the command's summary leaves the reason out.
        var isUnreported = false
    }

    private var rows: [Row] {
        let fresh = totals(queued: 10)
        let partly = totals(queued: 4, done: 6)
        let all = totals(done: 10)
        let cut = totals(done: 6, cancelled: 4, isCancelled: true)
        let taken = totals(done: 6, cancelled: 4, isSuperseded: true)
        return [
            Row(title: "all is done: the queue is asked once more", before: fresh, after: all, isOver: false),
            Row(title: "all of the only run is done", before: fresh, after: all, isOnly: true),
            Row(title: "a part is done, the rest runs elsewhere", before: fresh, after: partly, isOver: false),
            Row(title: "nothing changed: it waits for other volumes", before: partly, after: partly),
            Row(title: "paused", said: .paused, before: fresh, after: partly, stop: .paused),
            Row(title: "paused after the last image", said: .paused, before: fresh, after: all, isOver: false),
            Row(title: "the time is up", said: .timeIsUp, before: fresh, after: partly, stop: .timeIsUp),
            Row(
                title: "the time is up after the last", said: .timeIsUp, before: fresh, after: all, isOver: false),
            Row(
                title: "the last image still runs", said: .timeIsUp, before: fresh,
                after: totals(running: 1, done: 9), stop: .timeIsUp),
            Row(title: "cancelled", said: .cancelled, before: fresh, after: cut, stop: .cancelled),
            Row(title: "cancelled after the last image", said: .cancelled, before: fresh, after: all, isOver: false),
            Row(
                title: "cancelled by others meanwhile", before: partly, after: cut, stop: .cancelled),
            Row(title: "cancelled before the work: nothing new", before: cut, after: cut),
            Row(
                title: "the only run was cancelled before the work", before: cut, after: cut, isOnly: true,
                stop: .cancelled),
            Row(
                title: "too many failures stop it even after the last image", said: .tooManyFailures(.count(1)),
                before: fresh, after: all, stop: .tooManyFailures(.count(1))),
            Row(
                title: "superseded: the next run says it all", said: .superseded, before: fresh, after: taken,
                stop: .superseded, isUnreported: true),
            Row(
                title: "the only run is superseded", said: .superseded, before: fresh, after: taken, isOnly: true,
                stop: .superseded),
            Row(title: "Ctrl-C", before: fresh, after: partly, isDraining: true, isInterrupted: true, isOver: false),
            Row(
                title: "Ctrl-C and a pause", said: .paused, before: fresh, after: partly, isDraining: true,
                stop: .paused),
        ]
    }

    @Test func `the reason, the return to the run and the summary follow from the numbers`() {
        for row in rows {
            let conclusion = RunConclusion(
                row.said, before: row.before, after: row.after, isOnly: row.isOnly, isDraining: row.isDraining)
            #expect(conclusion.stop == row.stop, "\(row.title)")
            #expect(conclusion.isInterrupted == row.isInterrupted, "\(row.title)")
            #expect(conclusion.isOver == row.isOver, "\(row.title)")
            #expect(conclusion.reportedStop == (row.isUnreported ? nil : row.stop), "\(row.title)")
        }
    }

    @Test func `a stop is noted while images are left, or where some were cancelled`() {
        let noted: [(RunTotals, Bool)] = [
            (totals(queued: 1, done: 9), true), (totals(running: 1, done: 9), true), (totals(done: 10), false),
            (totals(done: 6, cancelled: 4, isCancelled: true), true), (totals(done: 10, isCancelled: true), false),
            (totals(done: 6, cancelled: 4, isSuperseded: true), true), (totals(done: 6, cancelled: 4), false),
        ]
        for (totals, isNoted) in noted { #expect(totals.canNoteStop == isNoted, "\(totals)") }
    }

    @Test func `the store keeps a reason before a signal`() throws {
        func cause(_ stop: StopReason?, isDraining: Bool) -> StopCause? {
            RunConclusion(
                stop, before: totals(queued: 10), after: totals(queued: 4, done: 6), isOnly: false,
                isDraining: isDraining
            ).cause
        }
        guard case .reason(.paused) = try #require(cause(.paused, isDraining: true)) else {
            Issue.record("the reason of the run")
            return
        }
        guard case .interrupted = try #require(cause(nil, isDraining: true)) else {
            Issue.record("the signal")
            return
        }
        #expect(cause(nil, isDraining: false) == nil)
    }
}
