internal import Platform

/// What is in flight: told by the thread that works, read by the one that answers signals.
package final class InFlightStatus: Sendable {
    private struct State {
        var last: InFlight?
        /// Whether nothing is sent any more, so that it only becomes less.
        var isFinal = false
    }

    private let state = Monitor(State())

    /// What was told last; nil where no run was worked on yet.
    package var last: InFlight? { state.with { $0.last } }

    /// Tells what is in flight.
    ///
    /// - Parameter isFinal: whether nothing more is sent.
    func update(_ inFlight: InFlight, isFinal: Bool) {
        state.with { $0 = State(last: inFlight, isFinal: isFinal) }
    }

    /// The final in-flight count; after 300 ms the last known one.
    package func settled() -> InFlight? {
        state.wait(within: maxWait) { state -> InFlight?? in
            state.last == nil || state.isFinal ? .some(state.last) : nil
        } ?? last
    }
}

/// Milliseconds: some rounds of a worker's loop, and not long for a person.
private let maxWait: Int64 = 300
