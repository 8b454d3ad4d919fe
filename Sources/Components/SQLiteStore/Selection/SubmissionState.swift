internal import Storage
internal import Domain

/// What a session remembers of its submission; a transaction changes a copy, which counts once it is committed.
struct SubmissionState {
    /// The run that new tasks join, where there is one.
    var run: RunID?
    /// The run that this submission has opened.
    var openedRun: RunID?
    /// Which names and contents were seen.
    var seen = Sightings()
    /// Folders that were listed whole when the store did not have them, as they are stored.
    var newFolders: Set<[UInt8]> = []
    /// How far the newest batch is written.
    var batch = AppliedBatch(number: 0)
}
