package import Domain

/// What came of an export, or would.
package struct ExportOutcome: Sendable {
    package var changes = ExportFolder.Changes()
    /// Images of the job that have no answer, by their state.
    package var unanswered: [ShownImage.State: Int] = [:]
    /// Images that a question named and that are not the job's.
    package var outside = 0
    /// Images that could not be written, each with the reason.
    package var failures: [(path: String, reason: String)] = []
    /// Pictures that are linked although only browsers turn them.
    package var turnedLinks = 0
    /// Annotations without an area within their picture.
    package var withoutArea = 0
    /// Pictures whose names differ from those before them by their endings alone.
    package var twins = 0

    /// Classes that the labelling configuration of Label Studio lists.
    package var classes = 0

    /// Nothing yet.
    package init() {}
}
