internal import Platform
internal import Synchronization
package import Domain

/// What the user has asked of a running command by Ctrl-C: nothing, to drain, or to stop.
package final class ShutdownRequest: Sendable {
    private let asked = Atomic<Int>(0)
    /// What stopping at once would leave without an answer.
    package let inFlight = InFlightGauge()
    /// Wakes those that wait.
    private let isAsked = Monitor(false)

    /// An interruption that has not happened.
    package init() {}

    /// Whether nothing new is begun any more.
    package var isDraining: Bool { asked.load(ordering: .relaxed) >= 1 }

    /// Whether unfinished work is given back.
    package var isStopping: Bool { asked.load(ordering: .relaxed) >= 2 }

    /// Asks once more: the first time drains, the second stops.
    ///
    /// - Returns: how often that was asked so far.
    @discardableResult
    package func ask() -> Int {
        let count = asked.add(1, ordering: .relaxed).newValue
        isAsked.with { $0 = true }
        return count
    }

    /// Waits as long as given, or until something is asked; whether it is.
    @discardableResult
    package func wait(for span: TimeSpan) -> Bool {
        isAsked.wait(within: span.milliseconds) { $0 ? true : nil } ?? false
    }
}
