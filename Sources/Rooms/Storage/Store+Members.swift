internal import SQLite
internal import Vocabulary

/// The images of a job's selection; call each within a transaction.
extension Store {
    /// Takes note that a submission has seen an image by a name; an image that is new to the job's selection joins it.
    ///
    /// - Parameter place: where the sources give the name.
    /// - Returns: whether it joined.
    package func see(
        _ kept: KeptName, for submission: OpenSubmission, at place: Int64, _ seen: inout Sightings
    ) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            if kept.wasMissing { seen.find(kept.path) }
            if kept.replaced != nil { seen.replace() }
            let own =
                kept.isNewImage
                ? nil
                : try connection.first(
                    """
                    SELECT path_id, missing_at FROM job_image
                    WHERE job_id = ? AND image_id = ? AND until_submission IS NULL
                    """, .integer(submission.job.value), .integer(kept.image.value)
                ) { (path: PathID($0.integer(0)), isMissing: !$0.isNull(1)) }
            guard let own else {
                try join(kept.image, as: kept.path, submission, at: place, isNew: true, &seen)
                return true
            }
            if seen.precedes(kept.path, of: kept.image, at: place) {
                try rename(kept.image, to: kept.path, submission)
            }
            seen.see(kept.path, of: kept.image, own: own.path, wasMissing: own.isMissing, at: place)
            return false
        }
    }

    /// Lets an image join the selection of a submission's job.
    ///
    /// - Parameter isNew: whether it is sure that it is not in it.
    func join(
        _ image: ImageID, as path: PathID, _ submission: OpenSubmission, at place: Int64, isNew: Bool,
        _ seen: inout Sightings
    ) throws(SQLiteError) {
        try connection.run(
            newMember + (isNew ? "" : whereNoMember) + joinAgain, .integer(submission.job.value), .integer(image.value),
            .integer(submission.id.value), .integer(path.value))
        if connection.changes == 1 {
            seen.join(path, of: image, at: place)
        } else {
            seen.see(path, of: image, own: PathID(0), wasMissing: false, at: place)
        }
    }

    /// Gives a member of a selection another name.
    func rename(_ image: ImageID, to path: PathID, _ submission: OpenSubmission) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE job_image SET path_id = ?, missing_at = NULL
            WHERE job_id = ? AND image_id = ? AND until_submission IS NULL
            """, .integer(path.value), .integer(submission.job.value), .integer(image.value))
    }

    /// The members of a job's selection that a submission has not seen by the name that they have, in the order of images.
    func unseenMembers(of job: JobID, _ seen: Sightings) throws(SQLiteError) -> [UnseenMember] {
        let count = try connection.first(
            "SELECT count(*) FROM job_image WHERE job_id = ? AND until_submission IS NULL", .integer(job.value)
        ) { Int($0.integer(0)) }
        if count == seen.keptCount, !seen.hasReplaced { return [] }
        let members = try connection.statement(
            "SELECT image_id, path_id, missing_at IS NOT NULL FROM job_image WHERE job_id = ? AND until_submission IS NULL"
        )
        defer { members.reset() }
        try members.bind([.integer(job.value)])
        var unseen: [UnseenMember] = []
        while try members.step() {
            let image = ImageID(members.integer(0))
            let path = PathID(members.integer(1))
            if seen.images.contains(image.value), seen.paths.contains(path.value) { continue }
            unseen.append(UnseenMember(image: image, path: path, isMissing: members.integer(2) != 0))
        }
        return unseen
    }
}

private let newMember =
    "INSERT INTO job_image (job_id, image_id, from_submission, path_id) SELECT ?1, ?2, ?3, ?4 WHERE true"
private let whereNoMember =
    " AND NOT EXISTS (SELECT 1 FROM job_image WHERE job_id = ?1 AND image_id = ?2 AND until_submission IS NULL)"
/// Another submission may have let the image depart that this one has seen before.
private let joinAgain = """
     ON CONFLICT DO UPDATE SET until_submission = NULL, missing_at = NULL, path_id = excluded.path_id
    """
