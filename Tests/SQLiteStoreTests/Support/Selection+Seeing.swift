import SQLite
@testable import SQLiteStore
import Storage
import Domain

extension Selection {
    /// Takes note that a submission has seen an image by a name; an image that is new to the job's selection joins it.
    ///
    /// - Parameter order: where the sources give the name.
    /// - Returns: whether it joined.
    func markSeen(
        _ kept: KeptName, for submission: OpenSubmission, at order: Int64, _ seen: inout SeenNames
    ) throws(StoreError) -> Bool {
        let isMember = try connection.first(
            "SELECT 1 FROM job_image WHERE job_id = ? AND image_id = ? AND until_submission IS NULL",
            .integer(submission.job.value), .integer(kept.image.value)
        ) { _ in true }
        if isMember != nil { return false }
        try join(kept.image, as: kept.path, submission)
        seen.join(kept.path, of: kept.image, at: order)
        return true
    }
}
