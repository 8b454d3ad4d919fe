internal import Domain

/// Why a pipeline can annotate nothing any more.
struct PipelineProblem: Sendable {
    /// The reason.
    let error: BackendError
    /// Tasks that failed before the reason turned out not to be theirs: they return to the queue.
    let wronglyFailed: [TaskID]
    /// Tasks that may themselves be the reason: so few that each was asked alone, and failed.
    let suspects: [TaskID]
}
