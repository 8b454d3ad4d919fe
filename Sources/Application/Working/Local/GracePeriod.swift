internal import Domain

/// The time that a local model still has for the pictures in work when --for or --until is over.
struct GracePeriod {
    private var startedAt: Int64?

    /// Whether it is over; it begins with the first call that says the time is up.
    ///
    /// - Parameter now: in milliseconds of the monotonic clock.
    mutating func isOver(_ stop: StopReason?, at now: Int64) -> Bool {
        guard stop == .timeIsUp else { return false }
        let start = startedAt ?? now
        startedAt = start
        return now - start >= length
    }
}

/// Milliseconds.
private let length: Int64 = 10_000
