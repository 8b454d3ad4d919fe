internal import Synchronization

/// What a user has asked of a running program by Ctrl-C: nothing, to finish what has begun, or to stop.
package final class ShutdownRequest: Sendable {
    private let asked = Atomic<Int>(0)
    /// Wakes the threads that wait.
    private let isAsked = Monitor(false)

    /// A request that has not come.
    package init() {}

    /// Whether nothing new is begun any more.
    package var isDraining: Bool { asked.load(ordering: .relaxed) >= 1 }

    /// Whether unfinished work returns to the queue.
    package var isStopping: Bool { asked.load(ordering: .relaxed) >= 2 }

    /// Asks for more: the first time to finish what has begun, the second time to stop.
    ///
    /// - Returns: how often that was asked so far.
    @discardableResult
    package func escalate() -> Int {
        let count = asked.add(1, ordering: .relaxed).newValue
        isAsked.with { $0 = true }
        return count
    }

    /// Waits as long as given, or until something is asked; whether it is.
    @discardableResult
    package func wait(milliseconds: Int64) -> Bool {
        isAsked.wait(within: milliseconds) { $0 ? true : nil } ?? false
    }
}
