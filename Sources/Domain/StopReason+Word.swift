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
        case .outranked: "outranked"
        }
    }
}
