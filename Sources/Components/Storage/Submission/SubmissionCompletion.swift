package import Domain

/// With what a submission is completed.
package struct SubmissionCompletion: Sendable {
    /// What was found, read, known and queued; the store counts the rest.
    package var counts: SubmissionCounts
    /// Names that are not there any more.
    package var missingNames: [PathID]
    /// Names in former folders that were missing and are there again.
    package var returnedNames: [PathID] = []
    /// The former folders whose names were looked for.
    package var checkedFolders: [FolderCheck] = []
    /// What becomes of members of which no name was seen.
    package var members: [MemberChange]
    /// The most members that may be marked as missing now, and that may leave since no source names them any more; with
    /// more, nothing is changed; nil: any number.
    package var missingAtMost: Int?, removedAtMost: Int?
    /// How many images each query of the sources gave, in their order.
    package var imagesGiven: [Int] = []
    /// The night that it belongs to, whose lease begins again when this is written; nil: none.
    package var night: RequestKey?

    /// A completion.
    package init(
        counts: SubmissionCounts, missingNames: [PathID] = [], members: [MemberChange] = [], missingAtMost: Int? = nil,
        removedAtMost: Int? = nil, night: RequestKey? = nil
    ) {
        self.counts = counts
        self.missingNames = missingNames
        self.members = members
        self.missingAtMost = missingAtMost
        self.removedAtMost = removedAtMost
        self.night = night
    }
}

/// What becomes of a member of a selection of which no name was seen.
package enum MemberChange: Equatable, Sendable {
    /// Its names are not there any more: it stays, is marked as missing, and has the first of these names unless its
    /// own is among them.
    case missing(ImageID, names: [PathID])
    /// No source names it any more: it departs.
    case removed(ImageID)
    /// Its names hold other images now: it departs.
    case replaced(ImageID)
}

/// What came of completing a submission.
package enum SubmissionOutcome: Equatable, Sendable {
    /// It is complete; the run is the one that has the job's queued images, where there is one.
    case completed(SubmissionCounts, run: RunID?)
    /// It has ended before, and nothing was changed.
    case ended(SubmissionEnd)
    /// More members would be marked as missing than is allowed; their number is given, and nothing was changed.
    case tooManyMissing(Int)
    /// More members would leave since no source names them any more than is allowed; their number is given, and nothing
    /// was changed.
    ///
    /// Not counted are those that were marked as missing before, and those that only submissions gave which were never
    /// completed, such as one by a wrong manifest.
    case tooManyRemoved(Int)
}

/// Why a submission ends before it has seen all sources.
package enum SubmissionEnd: Equatable, Sendable {
    /// A newer submission of the job goes by another manifest or asks for other recipes.
    case overtaken
    /// The run to which it adds was cancelled.
    case runCancelled
}

/// How much a submission has found, as it is written down when it is complete.
package struct SubmissionCounts: Equatable, Sendable {
    /// Files found; files read because they were new or had changed.
    package var found = 0, read = 0
    /// Files whose images need nothing, or are queued already.
    package var known = 0
    /// Images queued.
    package var queued = 0
    /// Images of the selection that have another name now, are not there any more, are not named by any source any
    /// more, and whose names hold other images now.
    package var renamed = 0, missing = 0, removed = 0, replaced = 0

    /// Nothing was found.
    package init() {}
}
