internal import Domain

/// A circuit breaker (https://martinfowler.com/bliki/CircuitBreaker.html) for a service that fails whatever it is asked.
///
/// Such failures may be billed all the same, and say nothing of the images: after a few in a row one request at a time asks
/// whether the service works again. A request whose images have all failed so before does not count: what fails again and
/// again may be the image's own doing.
struct Circuit {
    /// Signs in a row that the service fails.
    private(set) var signs = 0
    /// The tasks whose requests failed.
    private var tasks: Set<TaskID> = []
    /// Whether a request is on its way to see whether the service works again.
    private(set) var isProbing = false

    /// Whether so much has failed that it can hardly be chance.
    var isOpen: Bool { openings > 0 }

    /// How many signs have opened it, or kept it open.
    var openings: Int { max(0, signs - 2) }

    /// Begins a request; true where it is the one that asks whether the service works again.
    mutating func begin() -> Bool {
        guard isOpen else { return false }
        isProbing = true
        return true
    }

    /// Ends a request.
    mutating func end(isProbe: Bool) {
        if isProbe { isProbing = false }
    }

    /// Takes in that a request failed; false where all its images had failed before.
    ///
    /// - Parameter isNew: whether it began after the last sign.
    mutating func fail(_ failed: [TaskID], isNew: Bool) -> Bool {
        let isFresh = !tasks.isSuperset(of: failed)
        tasks.formUnion(failed)
        if isFresh, isNew { signs += 1 }
        return isFresh
    }

    /// Takes in that the service works.
    mutating func close() {
        signs = 0
        tasks = []
    }
}
