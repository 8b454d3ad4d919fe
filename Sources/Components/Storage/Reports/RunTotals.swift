package import Domain

/// A run's numbers.
package struct RunTotals: Equatable, Sendable {
    /// The run.
    package var run: RunID
    /// Its job's name.
    package var job: String
    /// Tasks in it.
    package var total = 0
    /// Tasks that are queued.
    package var waiting = 0
    /// Tasks that a worker has claimed.
    package var running = 0
    /// Tasks answered.
    package var done = 0
    /// Tasks failed.
    package var failed = 0
    /// Tasks cancelled.
    package var cancelled = 0
    /// When it was submitted.
    package var submittedAt: Timestamp
    /// When its last task ended; nil while there is work.
    package var finishedAt: Timestamp?
    /// Whether it was cancelled.
    package var isCancelled = false
    /// Whether newer recipes of its job have taken its place before it had ended.
    package var isSuperseded = false
    /// Whether it was paused.
    package var isPaused = false
    /// Which run is worked on first: -100...100, higher ones before lower ones.
    package var priority = 0
    /// What it cost so far.
    package var cost = RunCost()

    /// Whether it has work, queued or running.
    package var hasImagesLeft: Bool { waiting + running > 0 }

    /// What the run is at, as in the view `runs`: `queued`, `running`, `paused`, `finished`, `superseded` or
    /// `cancelled`.
    package var state: String {
        if isCancelled { return "cancelled" }
        if isSuperseded, cancelled + waiting > 0 { return "superseded" }
        if finishedAt != nil { return "finished" }
        if isPaused { return "paused" }
        return running > 0 ? "running" : "queued"
    }

    /// The limit on failures, where a run that has work and is not paused has passed it.
    package func tooManyFailures(above limit: FailureLimit?) -> StopReason? {
        guard hasImagesLeft, !isPaused, let limit, limit.isPassed(by: failed, of: total) else { return nil }
        return .tooManyFailures(limit)
    }

    /// The time until the run is finished at a speed; nil when nothing is left or no worker works on it.
    package func remaining(at imagesPerSecond: Double) -> TimeSpan? {
        let left = waiting + running
        guard left > 0, imagesPerSecond > 0 else { return nil }
        return TimeSpan(milliseconds: Int64(min(Double(left) / imagesPerSecond * 1000, 1e15)))
    }

    /// The numbers of a run without tasks.
    package init(run: RunID, job: String, submittedAt: Timestamp) {
        self.run = run
        self.job = job
        self.submittedAt = submittedAt
    }
}
