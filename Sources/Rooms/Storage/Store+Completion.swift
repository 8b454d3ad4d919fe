package import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Completes a submission that has seen all sources; call it within a transaction.
    ///
    /// What no source names any more departs, and what is queued of it is cancelled; what is not there any more stays and
    /// is marked; members whose name is gone get the first other one that was seen. What older runs have queued for other
    /// recipes is cancelled. Recipes are shown where no run has to answer them first.
    ///
    /// - Parameters:
    ///   - run: the run that has the submission's queued images, where there is one.
    ///   - roots: folders in which names can be found to be gone.
    ///   - fate: what became of a name that was not seen; the flag says that a list gives it.
    package func complete(
        _ submission: OpenSubmission, in run: RunID?, _ counts: inout SubmissionCounts, _ seen: Sightings,
        below roots: [FilePath], fate: (FilePath, _ isListed: Bool) -> NameFate
    ) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try markGone(below: roots, seen)
            for path in seen.returnedPaths { try setMissing(path, at: nil) }
            for image in seen.returned {
                try connection.run(
                    "UPDATE job_image SET missing_at = NULL WHERE job_id = ? AND image_id = ? AND until_submission IS NULL",
                    .integer(submission.job.value), .integer(image.value))
            }
            for member in try unseenMembers(of: submission.job, seen) {
                if seen.images.contains(member.image.value) {
                    guard let name = seen.otherNames[member.image] else { continue }
                    try rename(member.image, to: name.path, submission)
                    counts.renamed += 1
                } else {
                    try follow(member, submission, &counts, seen, fate)
                }
            }
            try cancelQueued(of: submission)
            try connection.run(
                """
                UPDATE submission SET completed_at = ?2, run_id = ?3, found = ?4, read = ?5, known = ?6, queued = ?7,
                    renamed = ?8, missing = ?9, departed = ?10 WHERE submission_id = ?1
                """, .integer(submission.id.value), .integer(now), Value(run?.value), Value(counts.found),
                Value(counts.read), Value(counts.known), Value(counts.queued), Value(counts.renamed),
                Value(counts.missing), Value(counts.departed))
            try connection.run(
                "UPDATE job SET selected_submission_id = ? WHERE job_id = ?", .integer(submission.id.value),
                .integer(submission.job.value))
            try writeCounts()
            try switchRecipes(of: submission.job.value)
        }
    }

    /// Marks names that are not there any more: those that were looked for in vain, and those in folders that were not listed.
    private func markGone(below roots: [FilePath], _ seen: Sightings) throws(SQLiteError) {
        var gone: [PathID] = []
        for row in seen.absent.subtracting(seen.paths) {
            let file = try connection.first("SELECT path, path_bytes FROM path WHERE path_id = ?", .integer(row)) {
                frame.absolute($0.path(0))
            }
            if let file, !file.isThere { gone.append(PathID(row)) }
        }
        let folders = try connection.all("SELECT folder_id, path FROM folder") { (id: $0.integer(0), path: $0.blob(1)) }
        for folder in folders where !seen.folders.contains(folder.id) {
            let path = frame.absolute(folder.path)
            guard !path.isAddress, roots.contains(where: path.normalized.isAtOrBelow) else { continue }
            let names = try connection.all(
                """
                SELECT path_id, path, path_bytes FROM path WHERE folder_id = ? AND replaced_at IS NULL AND missing_at IS NULL
                """, .integer(folder.id)
            ) { (id: PathID($0.integer(0)), path: frame.absolute($0.path(1))) }
            for name in names where !seen.paths.contains(name.id.value) && !name.path.isThere { gone.append(name.id) }
        }
        for name in gone { try setMissing(name, at: now) }
    }

    /// Decides what becomes of a member of which no name was seen.
    private func follow(
        _ member: UnseenMember, _ submission: OpenSubmission, _ counts: inout SubmissionCounts, _ seen: Sightings,
        _ fate: (FilePath, Bool) -> NameFate
    ) throws(SQLiteError) {
        let names = try connection.all(
            "SELECT path_id, path, path_bytes FROM path WHERE image_id = ? AND replaced_at IS NULL ORDER BY path_id",
            .integer(member.image.value)
        ) { (id: PathID($0.integer(0)), path: frame.absolute($0.path(1))) }
        let fates = names.map { (name: $0.id, fate: fate($0.path, seen.gone.contains($0.id.value))) }
        let key: [Value] = [.integer(submission.job.value), .integer(member.image.value)]
        if fates.contains(where: { $0.fate == .present }) { return }
        let gone = fates.filter { $0.fate == .gone }.map(\.name)
        guard let first = gone.first else {
            try connection.statement(
                """
                UPDATE job_image SET until_submission = ?3 WHERE job_id = ?1 AND image_id = ?2 AND until_submission IS NULL
                """
            ).run(key + [.integer(submission.id.value)])
            counts.departed += 1
            return try cancelQueued(member.image, of: submission)
        }
        for name in gone { try setMissing(name, at: now) }
        let name = gone.contains(member.path) ? member.path : first
        if member.isMissing, name == member.path { return }
        try connection.statement(
            """
            UPDATE job_image SET missing_at = ifnull(missing_at, ?3), path_id = ?4
            WHERE job_id = ?1 AND image_id = ?2 AND until_submission IS NULL
            """
        ).run(key + [.integer(now), .integer(name.value)])
        if !member.isMissing { counts.missing += 1 }
    }

    /// Cancels what is queued of an image that departs.
    private func cancelQueued(_ image: ImageID, of submission: OpenSubmission) throws(SQLiteError) {
        let runs = try connection.all(
            """
            UPDATE task SET state = 'cancelled', finished_at = ?3
            WHERE image_id = ?1 AND state = 'queued' AND run_id IN (SELECT run_id FROM run WHERE job_id = ?2)
            RETURNING run_id
            """, .integer(image.value), .integer(submission.job.value), .integer(now)
        ) { $0.integer(0) }
        for run in runs { counters.move(1, of: run, from: .waiting, to: .cancelled) }
    }

    /// Cancels what superseded runs of a submission's job have queued.
    private func cancelQueued(of submission: OpenSubmission) throws(SQLiteError) {
        let runs = try connection.all(
            "SELECT run_id FROM run WHERE job_id = ? AND superseded_by IS NOT NULL AND finished_at IS NULL",
            .integer(submission.job.value)
        ) { $0.integer(0) }
        for run in runs {
            try connection.run(
                """
                UPDATE task INDEXED BY task_queued SET state = 'cancelled', finished_at = ?
                WHERE run_id = ? AND state = 'queued'
                """, .integer(now), .integer(run))
            counters.move(connection.changes, of: run, from: .waiting, to: .cancelled)
        }
    }
}

extension FilePath {
    /// Whether it is a folder, or lies below it.
    fileprivate func isAtOrBelow(_ folder: FilePath) -> Bool { self == folder || relative(to: folder) != nil }

    /// Whether there is anything of this name; a link to nothing is something.
    fileprivate var isThere: Bool { (try? FileStatus(of: self)) != nil || FileStatus.isLink(self) }
}
