internal import Crypto
internal import SQLite
package import Platform
package import Vocabulary

/// Which listing it is: one job's, of one folder, for one set of recipes.
struct ListingKey {
    let job: Int64
    let folder: Int64
    let featureSet: Int64

    var values: [Value] { [.integer(job), .integer(folder), .integer(featureSet)] }
}

extension Listing {
    /// SHA-256 over every file's name, size, time of change and inode: the same digest, the same listing.
    var digest: Digest {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.count * 64)
        for file in files {
            bytes += file.name
            // A name cannot hold a NUL, so no two listings run together to the same bytes.
            bytes.append(0)
            for number in [file.bytes, file.modifiedNanoseconds, Int64(bitPattern: file.inode)] {
                for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
            }
        }
        return Digest(of: bytes.span)
    }
}

extension Store {
    /// Whether a folder that lists as before has nothing left to ask, so that its names need not be compared one by one.
    func isSettled(_ key: ListingKey, _ digest: Digest, since: Timestamp?) throws(SQLiteError) -> Bool {
        let kept = try connection.first(
            """
            SELECT l.digest, l.oldest FROM listing AS l LEFT JOIN run AS r ON r.run_id = l.run_id
            WHERE l.job_id = ? AND l.folder_id = ? AND l.feature_set_id = ?
            AND (l.run_id IS NULL OR r.done = r.total)
            """, .integer(key.job), .integer(key.folder), .integer(key.featureSet)
        ) { (digest: $0.blob(0), oldest: $0.integer(1)) }
        guard let kept, kept.digest == digest.bytes else { return false }
        return kept.oldest >= since?.milliseconds ?? .min
    }

    /// Keeps a listing: every image in it is answered, or becomes a task of the submission's run.
    func keep(_ key: ListingKey, _ digest: Digest, oldest: Int64, isAnswered: Bool) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO listing (job_id, folder_id, feature_set_id, digest, oldest, run_id) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET digest = excluded.digest, oldest = excluded.oldest, run_id = excluded.run_id
            """,
            .integer(key.job), .integer(key.folder), .integer(key.featureSet), .blob(digest.bytes),
            .integer(min(oldest, now)), isAnswered ? .null : .integer(submissionMark))
    }

    /// Forgets the listings of a folder, of which something failed or was left alone.
    package func unsettle(_ folder: FilePath, of job: JobID) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "DELETE FROM listing WHERE job_id = ? AND folder_id = ?", .integer(job.value),
                .integer(try folderID(of: folder)))
        }
    }

    /// Ties the listings of a submission that is complete to its run.
    package func settle(_ job: JobID, in run: RunID) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "UPDATE listing SET run_id = ? WHERE job_id = ? AND run_id = ?", .integer(run.value), .integer(job.value),
                .integer(submissionMark))
        }
    }

    /// Forgets the listings that count on a recipe's answers being shown.
    func unsettle(recipe: Int64) throws(SQLiteError) {
        try connection.run(
            """
            DELETE FROM listing WHERE feature_set_id IN
                (SELECT feature_set_id FROM feature_set_recipe WHERE recipe_id = ?)
            """, .integer(recipe))
    }
}
