internal import Backends
internal import Storage
internal import Domain

extension ServiceHealth {
    /// What the replies to a request mean.
    struct Decision: Sendable {
        /// For each image, in the order of the request.
        var images: [ReplyDecision] = []
        /// Why the run stops, where it does.
        private(set) var stop: BackendError?
        /// Tasks that failed before the reason turned out not to be theirs: they return to the queue.
        var wronglyFailed: [TaskID] = []
        /// Tasks that may be why the service fails.
        var suspects: [TaskID] = []

        /// Stops the run; the first reason stands.
        mutating func stop(_ error: BackendError) { stop = stop ?? error }
    }

    /// What a reply means for its image.
    struct ReplyDecision: Sendable {
        /// How the attempt ends.
        let outcome: AttemptOutcome
        /// How long the whole account waits, where the service asked for that.
        let hold: TimeSpan?
        /// Whether the image's bytes are sent from now on where a reference was sent.
        let sendsContent: Bool
    }
}
