/// Why a run stops while it has queued images.
package enum StopReason: Equatable, Sendable {
    /// The next task would pass a cap.
    case cap(CapUsage)
    /// Somebody has paused the run.
    case paused
    /// The run was cancelled meanwhile.
    case cancelled
    /// Newer recipes of the job have taken its place.
    case superseded
    /// The time that was given for the work is over.
    case timeIsUp
    /// More images have failed than were to be put up with.
    case tooManyFailures(FailureLimit)
    /// A run of a higher priority has work to do.
    case preempted
    /// The job has a newer manifest, which governs the work from now on.
    case manifestChanged

    /// Whether it may come when everything was sent, so that it keeps nothing from its end.
    package var canArriveLate: Bool { [.cancelled, .paused, .timeIsUp].contains(self) }
}

/// How many images of a run may fail before the work on it stops.
package enum FailureLimit: Equatable, Sendable {
    /// A number of images.
    case count(Int)
    /// A percentage of the run's images, 0...100.
    case percent(Double)

    /// Whether `failed` failures of `total` images are too many.
    package func isPassed(by failed: Int, of total: Int) -> Bool {
        switch self {
        case .count(let limit): failed > limit
        case .percent(let limit): Double(failed) * 100 > limit * Double(total)
        }
    }
}

extension StopReason {
    /// One word for programs, as in the log and in JSON.
    package var word: String {
        switch self {
        case .cap: "cap"
        case .paused: "paused"
        case .cancelled: "cancelled"
        case .superseded, .manifestChanged: "superseded"
        case .timeIsUp: "time"
        case .tooManyFailures: "too_many_failures"
        case .preempted: "outranked"
        }
    }
}
