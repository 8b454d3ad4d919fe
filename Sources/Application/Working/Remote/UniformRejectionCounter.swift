internal import Domain

/// Collects images that a service refuses in the same words before it has accepted any.
///
/// The job's settings may be the cause, and not the images.
struct UniformRejectionCounter: Sendable {
    /// Images that are refused in the same words before any is accepted, until the run stops.
    private static let rejectionsToStop = 8

    private var message: String?
    private var hasAccepted = false
    /// The tasks of the images that were refused in these words, one after the other; none once an image was accepted.
    private(set) var tasks: [TaskID] = []

    /// Whether the run must end.
    var mustStop: Bool { tasks.count >= UniformRejectionCounter.rejectionsToStop }

    /// Notes that the service accepted an image.
    mutating func accept() {
        hasAccepted = true
        tasks = []
    }

    /// Notes that images were refused.
    mutating func reject(_ rejected: [TaskID], saying message: String) {
        guard !hasAccepted else { return }
        if message != self.message { tasks = [] }
        self.message = message
        tasks += rejected
    }
}

extension Failure {
    /// Whether the same refusal of every image would be the fault of the job's settings.
    ///
    /// A picture that the service cannot read, or does not find, says nothing of the settings.
    var canBeUniform: Bool { kind == .refused && !isTransient && code != "NOT_FOUND" }
}
