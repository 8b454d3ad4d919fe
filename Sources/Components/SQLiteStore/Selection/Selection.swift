internal import SQLite
internal import Storage
internal import Domain

/// The images of a job's selection.
struct Selection: Writer {
    let transaction: Transaction

    /// Lets an image join the selection of a submission's job; it is not in it.
    func join(_ image: ImageID, as path: PathID, _ submission: OpenSubmission) throws(StoreError) {
        // What a person corrected of an image that was in the selection before is corrected again.
        // Another submission may have let the image depart that this one has seen before.
        try connection.run(
            """
            INSERT INTO job_image (job_id, image_id, from_submission, path_id, corrected) VALUES (?1, ?2, ?3, ?4,
                (SELECT o.corrected FROM job_image AS o WHERE o.job_id = ?1 AND o.image_id = ?2
                    ORDER BY o.from_submission DESC LIMIT 1))
            ON CONFLICT DO UPDATE SET until_submission = NULL, missing_at = NULL, path_id = excluded.path_id
            """, .integer(submission.job.value), .integer(image.value), .integer(submission.id.value),
            .integer(path.value))
    }

    /// Gives a member of a selection another name.
    func rename(_ image: ImageID, to path: PathID, _ submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            """
            UPDATE job_image SET path_id = ?, missing_at = NULL
            WHERE job_id = ? AND image_id = ? AND until_submission IS NULL
            """, .integer(path.value), .integer(submission.job.value), .integer(image.value))
    }

    /// Lets a member stay that a query once gave.
    func keep(_ image: ImageID, _ submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            "UPDATE job_image SET is_kept = 1 WHERE job_id = ? AND image_id = ? AND until_submission IS NULL",
            .integer(submission.job.value), .integer(image.value))
    }

    /// Takes note that a member which was missing is there again.
    func restore(_ image: ImageID, _ submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            "UPDATE job_image SET missing_at = NULL WHERE job_id = ? AND image_id = ? AND until_submission IS NULL",
            .integer(submission.job.value), .integer(image.value))
    }

    /// Marks a member as missing, by one of its names that is gone.
    func markMissing(_ image: ImageID, as name: PathID, _ submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            """
            UPDATE job_image SET missing_at = ifnull(missing_at, ?3), path_id = ?4
            WHERE job_id = ?1 AND image_id = ?2 AND until_submission IS NULL
            """, .integer(submission.job.value), .integer(image.value), .integer(now), .integer(name.value))
    }

    /// Lets a member depart; what is queued of it is cancelled.
    func remove(_ image: ImageID, _ submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            """
            UPDATE job_image SET until_submission = ?3 WHERE job_id = ?1 AND image_id = ?2 AND until_submission IS NULL
            """, .integer(submission.job.value), .integer(image.value), .integer(submission.id.value))
        try transaction.queue.cancelQueued(image, of: submission)
    }
}
