package import Domain

/// A run's numbers.
package struct RunTotals: Equatable, Sendable {
    package var run: RunID
    /// Its job's name.
    package var job: String
    /// Tasks in it.
    package var total = 0
    /// Tasks that are queued.
    package var queued = 0
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
    package var hasImagesLeft: Bool { queued + running > 0 }

    /// What the run is at, as in the view `runs`: `queued`, `running`, `paused`, `finished`, `superseded` or
    /// `cancelled`.
    package var state: String {
        if isCancelled { return "cancelled" }
        if isSuperseded, cancelled + queued > 0 { return "superseded" }
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
        let left = queued + running
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

/// What a run has cost.
package struct RunCost: Equatable, Sendable {
    /// Units that were answered.
    package var settled = 0
    /// Units that may have been billed.
    package var uncertain = 0
    /// Units that are claimed or sent and have no answer yet.
    package var reserved = 0
    /// The least of it in millionths of a US dollar, with all of the month's free units as this run's own.
    package var minMicroDollars: Int64 = 0
    /// The most of all its units, the reserved ones among them.
    package var maxMicroDollars: Int64 = 0

    /// All units that its dollars are of: billed, possibly billed, and reserved.
    package var units: Int { settled + uncertain + reserved }

    /// Nothing.
    package init() {}
}

/// How many tasks of a run ended lately, and over what time.
package struct RecentEnds: Equatable, Sendable {
    /// Tasks whose attempt answered or failed them.
    package let count: Int
    /// From the start of the first of those attempts, or of the span that was asked for, until now; a second at least.
    package let span: TimeSpan
    /// Since the last of those ends.
    package let silence: TimeSpan

    /// Images a second; nil where the silence shows that it is not so any more.
    ///
    /// At this speed all that is left would have ended twice, and some seconds have passed.
    ///
    /// - Parameter left: how many images have not ended.
    package func imagesPerSecond(with left: Int) -> Double? {
        let speed = Double(count) * 1000 / Double(span.milliseconds)
        let expected = Double(left) / speed * 1000
        return Double(silence.milliseconds) < max(minSilence, 2 * expected) ? speed : nil
    }

    /// A value of these parts.
    package init(count: Int, span: TimeSpan, silence: TimeSpan) {
        self.count = count
        self.span = span
        self.silence = silence
    }
}

/// Milliseconds without an end that say nothing about the speed.
private let minSilence = 5000.0

/// Why and when the work on a run last stopped before the run was finished.
package struct RunStop: Equatable, Sendable {
    /// When it stopped.
    package let at: Timestamp
    /// Why, as one clause without a full stop.
    package let reason: String

    /// A value of these parts.
    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}

/// The recipes that a job's rows show while a run answers others, which are shown when it has ended.
package struct PendingRecipes: Equatable, Sendable {
    /// The recipes whose answers are shown.
    package let shown: [RecipeID]
    /// The recipes that the run asks.
    package let asked: [RecipeID]

    /// A value of these parts.
    package init(shown: [RecipeID], asked: [RecipeID]) {
        self.shown = shown
        self.asked = asked
    }
}
