package import Domain

/// With what a submission is completed.
package struct SubmissionCompletion: Sendable {
    /// What was found, read, known and queued; the store counts the rest.
    package var counts: SubmissionCounts
    /// Names that are not there any more.
    package var goneNames: [PathID]
    /// What becomes of members of which no name was seen.
    package var members: [MemberFate]
    /// The most members that may be marked as missing now; with more, nothing is changed; nil: any number.
    package var missingAtMost: Int?
    /// The night that it belongs to, whose lease begins again when this is written; nil: none.
    package var night: RequestKey?

    /// A completion.
    package init(
        counts: SubmissionCounts, goneNames: [PathID] = [], members: [MemberFate] = [], missingAtMost: Int? = nil,
        night: RequestKey? = nil
    ) {
        self.counts = counts
        self.goneNames = goneNames
        self.members = members
        self.missingAtMost = missingAtMost
        self.night = night
    }
}
