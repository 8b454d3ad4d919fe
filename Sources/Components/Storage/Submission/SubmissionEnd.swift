/// Why a submission ends before it has seen all sources.
package enum SubmissionEnd: Equatable, Sendable {
    /// A newer submission of the job goes by another manifest or asks for other recipes.
    case overtaken
    /// The run to which it adds was cancelled.
    case runCancelled
}
