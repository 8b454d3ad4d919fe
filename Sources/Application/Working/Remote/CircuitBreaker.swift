internal import Domain

/// A circuit breaker (https://martinfowler.com/bliki/CircuitBreaker.html) for a service that fails every request.
///
/// A failed request may be billed and says nothing of its images. Until the service has answered for the first time,
/// one request at a time is in flight, and the first failure opens the breaker. Once the service has answered, three
/// failures in a row do. While the breaker is open each request probes the service alone with one image, and the tenth
/// failure in a row ends the run.
struct CircuitBreaker: Sendable {
    /// Failed requests in a row that open the breaker before the first answer.
    static let failuresToOpenUnanswered = 1
    /// Failed requests in a row that open the breaker once the service has answered.
    static let failuresToOpen = 3
    /// Failed requests in a row that end the run: some minutes of one request at a time.
    static let failuresToStop = 10

    /// Requests in a row that failed; those that failed together count once.
    private(set) var consecutiveFailures = 0
    /// Whether the service has answered a request.
    private(set) var hasAnswered = false
    /// Whether a request is in flight beside which no other may be.
    private(set) var isBusy = false
    /// The tasks of the requests that failed in a row.
    private var failedTasks: Set<TaskID> = []

    /// Whether the service seems to fail every request.
    var isOpen: Bool { openings > 0 }

    /// How many failures have opened the breaker, or kept it open.
    var openings: Int {
        let limit = hasAnswered ? CircuitBreaker.failuresToOpen : CircuitBreaker.failuresToOpenUnanswered
        return max(0, consecutiveFailures - limit + 1)
    }

    /// Whether the run must end.
    var mustStop: Bool { consecutiveFailures >= CircuitBreaker.failuresToStop }

    /// Tasks so few that each was asked alone, and failed: the service may fail at nothing but them, night for night.
    var suspects: [TaskID] { failedTasks.count < consecutiveFailures ? failedTasks.sorted() : [] }

    /// Begins a request; true where it must be the only one in flight.
    mutating func begin() -> Bool {
        isBusy = isOpen || !hasAnswered
        return isBusy
    }

    /// Ends a request.
    ///
    /// - Parameter isAlone: what `begin` returned.
    mutating func end(isAlone: Bool) {
        if isAlone { isBusy = false }
    }

    /// Notes that a request failed.
    ///
    /// - Parameters:
    ///   - tasks: those of its images.
    ///   - isNew: whether it began after the last failure was noted: requests that fail together count once.
    /// - Returns: whether the failure counts as a try of its images. It does while the breaker is closed. While it is
    ///   open the failure is the service's, except for images that fail again after the service has answered others.
    mutating func fail(_ tasks: [TaskID], isNew: Bool) -> Bool {
        let isRepeated = failedTasks.isSuperset(of: tasks)
        failedTasks.formUnion(tasks)
        if isNew { consecutiveFailures += 1 }
        return !isOpen || (hasAnswered && isRepeated)
    }

    /// Notes that the service answered.
    mutating func close() {
        hasAnswered = true
        consecutiveFailures = 0
        failedTasks = []
    }
}
