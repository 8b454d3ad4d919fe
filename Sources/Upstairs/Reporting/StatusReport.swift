package import Storage
package import Vocabulary

/// How a run stands: its numbers, its speed, how long it will take, and what failed.
package struct StatusReport: Sendable {
    /// The numbers.
    package let totals: RunTotals
    /// Images a second of all living workers; 0 when none works.
    package let imagesPerSecond: Double
    /// Failures by kind, the most first.
    package let failures: [FailureCount]

    /// Reads how a run stands; nil when there is no such run.
    ///
    /// - Parameter countingFailures: whether failures are counted by kind, which takes time where there are many.
    package init?(of run: RunID, in store: Store, countingFailures: Bool = true) throws(StoreError) {
        guard let totals = try store.totals(of: run) else { return nil }
        self.totals = totals
        imagesPerSecond = totals.finishedAt == nil ? try store.imagesPerSecond() : 0
        failures = totals.failed > 0 && countingFailures ? try store.failures(of: run) : []
    }

    /// The time until the run is finished, at the present speed; nil when nobody works on it.
    package var remaining: TimeSpan? { totals.remaining(at: imagesPerSecond) }
}
