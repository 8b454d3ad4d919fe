/// How much a submission has found, as it is written down when it is complete.
package struct SubmissionCounts: Equatable, Sendable {
    /// Files found; files read because they were new or had changed.
    package var found = 0, read = 0
    /// Files whose images need nothing, or are queued already.
    package var known = 0
    /// Images queued.
    package var queued = 0
    /// Images of the selection that have another name now, are not there any more, and are not asked for any more.
    package var renamed = 0, missing = 0, departed = 0

    /// Nothing was found.
    package init() {}
}
