package import Platform
package import Domain

/// The answers that people gave in the place of machines', for images of a job's selection.
///
/// A correction is an answer to one feature as a whole. The job's rows show it, and not the machine's, until it is
/// undone; history keeps both. A correction is current while it is the last one of its feature and is not undone. Each
/// call may be repeated.
package protocol Corrections: AnyObject {
    /// What can be corrected of a job, feature by feature, as its newest submission asks; nil where there is no such
    /// job.
    func features(of job: String) throws(StoreError) -> [FeatureType]?

    /// The members of a job's selection, in the order of their images.
    func members(of job: String) throws(StoreError) -> [JobMember]
    /// The member that is an image; nil where it is none.
    func member(_ image: ImageID, of job: String) throws(StoreError) -> JobMember?
    /// The members that a name holds: as the views show it, or a path from the current folder.
    func members(of job: String, named name: FilePath) throws(StoreError) -> [JobMember]

    /// The newest machine's answers to what a job shows of an image.
    func machineAnswers(to image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer]
    /// The current corrections of an image.
    func currentCorrections(of image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer]
    /// All that was ever corrected of a job, in the order in which it was saved.
    func history(of job: String) throws(StoreError) -> [CorrectionRecord]

    /// Saves corrections of a job, all of them or none.
    ///
    /// One that is the same as the current one is not saved again.
    ///
    /// - Parameter author: who made them.
    /// - Returns: the current corrections that are newer than what one of these began with; nothing is saved where
    ///   there are any. Otherwise how many were saved.
    func save(_ corrections: [Correction], of job: String, by author: String) throws(StoreError) -> SavingOutcome
    /// Shows the machine's answers to an image again.
    ///
    /// - Returns: the features whose correction is undone by this call.
    func undo(_ image: ImageID, of job: String) throws(StoreError) -> [FeatureType]
}

/// What came of saving corrections.
package enum SavingOutcome: Equatable, Sendable {
    /// This many were saved; the others are the same as the current ones.
    case saved(Int)
    /// Others were saved since these were begun.
    case newer([CorrectionRecord])
    /// An image is not in the job's selection.
    case notAMember(ImageID)
}
