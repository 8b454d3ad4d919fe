import Storage
import Testing
import Domain

@testable import Working

@Suite("The state of a session") struct SessionStateTests {
    private let cap = StopReason.cap(
        CapUsage(
            scope: .run, owner: "job", period: "", units: 5, uncertain: 0, microDollars: 0,
            cap: Budget.Cap(units: 5, microDollars: nil), opensAt: nil))

    @Test func `the first reason stays, and a cap stops only the claims`() {
        var state = SessionState()
        state.note(nil)
        state.note(cap)
        #expect(state.stop == nil)
        state.note(.paused)
        state.note(.timeIsUp)
        #expect(state.stop == .paused)
    }

    @Test func `a reason takes effect with the round after it`() {
        var state = SessionState()
        state.beginRound(mustEnd: false)
        state.note(.paused)
        #expect(!state.isDraining)
        state.beginRound(mustEnd: false)
        #expect(state.isDraining)
    }

    @Test func `a signal or a failed pipeline drains a session without a reason`() {
        var state = SessionState()
        state.beginRound(mustEnd: true)
        #expect(state.isDraining && state.stop == nil)
    }

    @Test func `what follows a round`() {
        let rows:
            [(
                title: String, noted: StopReason?, mustEnd: Bool, isIdle: Bool, hasProblem: Bool, order: StopReason?,
                next: SessionState.Next
            )] = [
                ("tasks are in flight", nil, false, false, false, nil, .anotherRound),
                ("a cap, and tasks are in flight", nil, false, false, false, cap, .anotherRound),
                ("the pipeline failed, and tasks are in flight", nil, true, false, true, nil, .anotherRound),
                ("paused, and tasks are in flight", .paused, false, false, false, nil, .anotherRound),
                ("the pipeline failed", nil, true, true, true, nil, .failure),
                ("the pipeline failed of a paused run", .paused, true, true, true, nil, .failure),
                ("Ctrl-C", nil, true, true, false, nil, .end(nil)),
                ("paused", .paused, false, true, false, nil, .end(.paused)),
                ("paused at a cap", .paused, false, true, false, cap, .end(.paused)),
                ("a cap", nil, false, true, false, cap, .end(cap)),
                ("nothing was claimed", nil, false, true, false, nil, .endUnlessWorkIsLeft),
            ]
        for row in rows {
            var state = SessionState()
            state.note(row.noted)
            state.beginRound(mustEnd: row.mustEnd)
            let next = state.next(isIdle: row.isIdle, hasProblem: row.hasProblem, order: row.order)
            #expect(next == row.next, "\(row.title)")
        }
    }

    @Test func `a reason of the same round waits for the next one`() {
        var state = SessionState()
        state.beginRound(mustEnd: false)
        state.note(.timeIsUp)
        #expect(state.next(isIdle: true, hasProblem: false, order: nil) == .endUnlessWorkIsLeft)
        state.beginRound(mustEnd: false)
        #expect(state.next(isIdle: true, hasProblem: false, order: nil) == .end(.timeIsUp))
    }
}
