internal import Domain

/// A circuit breaker (https://martinfowler.com/bliki/CircuitBreaker.html) for a service that fails every request.
///
/// Such failures may be billed, and say nothing of the images: after a few in a row one request at a time probes
/// whether the service works again. A request whose images have all failed so before does not count: the cause may be
/// the images.
struct CircuitBreaker: Sendable {
    /// Requests in a row that failed.
    private(set) var consecutiveFailures = 0
    /// The tasks whose requests failed.
    private var tasks: Set<TaskID> = []
    /// Whether a request is under way that probes whether the service works again.
    private(set) var isProbing = false

    /// Whether too many requests failed for chance to explain it.
    var isOpen: Bool { openings > 0 }

    /// How many failures have opened it, or kept it open.
    var openings: Int { max(0, consecutiveFailures - 2) }

    /// Begins a request; true where it is the probe.
    mutating func begin() -> Bool {
        guard isOpen else { return false }
        isProbing = true
        return true
    }

    /// Ends a request.
    mutating func end(isProbe: Bool) {
        if isProbe { isProbing = false }
    }

    /// Notes that a request failed; false where all its images had failed before.
    ///
    /// - Parameter isNew: whether it began after the last failure was noted: requests that fail together count once.
    mutating func fail(_ failed: [TaskID], isNew: Bool) -> Bool {
        let isFresh = !tasks.isSuperset(of: failed)
        tasks.formUnion(failed)
        if isFresh, isNew { consecutiveFailures += 1 }
        return isFresh
    }

    /// Notes that the service works.
    mutating func close() {
        consecutiveFailures = 0
        tasks = []
    }
}
