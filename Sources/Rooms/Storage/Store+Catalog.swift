internal import Crypto
internal import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Compares a listing with what is known, without reading a file; what is there is noted in `seen`.
    ///
    /// Files whose content is known and not yet in the job's selection join it.
    ///
    /// - Parameters:
    ///   - submission: whose job and recipes are meant.
    ///   - run: the run that new tasks join, where there is one.
    ///   - since: answers older than this count as missing.
    ///   - place: that of the listing's first file in the order of the sources.
    package func compare(
        _ listing: Listing, for submission: OpenSubmission, in run: RunID?, since: Timestamp?, at place: Int64,
        _ seen: inout Sightings
    ) throws(StoreError) -> Comparison {
        try guarded { () throws(SQLiteError) in
            let stored = frame.stored(folder: listing.folder)
            let folder = try folderID(of: stored)
            var comparison = Comparison()
            let names: NameLookup =
                !listing.isWhole ? .one : try isRange(stored) ? .range : .folder
            let known = try connection.statement(knownFiles(submission, since: since, names))
            defer { known.reset() }
            var values: [Value] = [.integer(submission.job.value), Value(run?.value), .integer(folder)]
            if names == .range { values += StoredPath.bounds(of: stored) }
            if listing.isWhole {
                seen.folders.insert(folder)
                try compareWhole(listing.files, in: stored, known, values, place, &comparison, &seen)
            } else {
                for (index, file) in listing.files.enumerated() {
                    let path = StoredPath(folder: stored, name: file.name)
                    known.reset()
                    try known.bind(values + [.text(path.text), .blob(path.bytes)])
                    guard try known.step() else {
                        comparison.unread.append(index)
                        continue
                    }
                    judge(known, file, at: index, place, &comparison, &seen)
                }
                known.reset()
            }
            for file in comparison.joining {
                let at = place + Int64(file.index)
                try join(file.image, as: file.path, submission, at: at, isNew: false, &seen)
            }
            return comparison
        }
    }

    /// Whether all stored paths that begin as a folder's are names in it: the store knows of no folder in that folder, and none of
    /// its names is written otherwise than the folder itself.
    private func isRange(_ stored: [UInt8]) throws(SQLiteError) -> Bool {
        guard readable(stored) == String(decoding: stored, as: UTF8.self) else { return false }
        return try connection.first(
            "SELECT 1 FROM folder WHERE volume = '' AND path > ?1 AND (?1 = x'' OR path < ?2) LIMIT 1", .blob(stored),
            .blob(stored.dropLast() + [slash + 1])
        ) { _ in true } == nil
    }

    /// One pass over the folder's names and the listing's, both in the order of the index.
    private func compareWhole(
        _ files: [ListedFile], in folder: [UInt8], _ known: Statement, _ values: [Value], _ place: Int64,
        _ comparison: inout Comparison, _ seen: inout Sightings
    ) throws(SQLiteError) {
        try known.bind(values)
        let names = SortedNames(files, in: folder)
        var hasKnown = try known.step()
        for (index, file) in names {
            var order = -1
            while hasKnown {
                order = names.order(of: known, and: index)
                guard order < 0 else { break }
                if known.isNull(2) { seen.absent.insert(known.integer(3)) }
                hasKnown = try known.step()
            }
            guard hasKnown, order == 0 else {
                comparison.unread.append(index)
                continue
            }
            judge(known, file, at: index, place, &comparison, &seen)
            hasKnown = try known.step()
        }
        while hasKnown {
            if known.isNull(2) { seen.absent.insert(known.integer(3)) }
            hasKnown = try known.step()
        }
        known.reset()
        comparison.unread.sort()
    }

    /// Decides what one known name needs.
    private func judge(
        _ known: Statement, _ file: ListedFile, at index: Int, _ place: Int64, _ comparison: inout Comparison,
        _ seen: inout Sightings
    ) {
        let isUnchanged =
            !known.isNull(4) && known.bits(5) == file.bytes && known.bits(6) == file.modifiedNanoseconds
            && known.bits(7) == Int64(bitPattern: file.inode)
        guard isUnchanged else { return comparison.unread.append(index) }
        let path = PathID(known.integer(3))
        let one = Comparison.Known(path: path, image: ImageID(known.integer(4)), index: index)
        if !known.isNull(2) { seen.find(path) }
        if known.isNull(9) {
            comparison.joining.append(one)
        } else {
            seen.see(
                path, of: one.image, own: PathID(known.integer(9)), wasMissing: !known.isNull(10),
                at: place + Int64(index))
        }
        switch known.integer(8) {
        case 1: comparison.answered += 1
        case 2: comparison.queued += 1
        default: comparison.unanswered.append(one)
        }
    }

    /// Notes that names are gone since now.
    package func markMissing(_ paths: [PathID]) throws(StoreError) {
        try guarded { () throws(SQLiteError) in for path in paths { try setMissing(path, at: now) } }
    }

    /// Notes that a name is gone, or is there again (nil).
    func setMissing(_ path: PathID, at moment: Int64?) throws(SQLiteError) {
        try connection.run(
            "UPDATE path SET missing_at = ?1 WHERE path_id = ?2 AND (missing_at IS NULL) <> (?1 IS NULL)",
            Value(moment), .integer(path.value))
    }

    /// The number of a folder as it is stored; a new one is kept.
    func folderID(of stored: [UInt8]) throws(SQLiteError) -> Int64 {
        if let known = folderIDs[stored] { return known }
        let found = try connection.first(
            "SELECT folder_id FROM folder WHERE volume = '' AND path = ?", .blob(stored), read: { $0.integer(0) })
        if let found {
            folderIDs.remember(found, for: stored)
            return found
        }
        try connection.run("INSERT INTO folder (path) VALUES (?)", .blob(stored))
        let made = connection.lastInsertedRow
        folderIDs.remember(made, for: stored)
        return made
    }
}

/// How names of a folder are found: one by itself; all of a folder without folders in it as a range of paths, which come in their
/// order; or all of another folder, which are brought into order.
private enum NameLookup {
    case one, range, folder
}

/// The names of a folder (?3), or one of them (?4, ?5), with what tells a change; whether the content has all its answers (1) or is
/// queued in the run ?2 (2); and, where it is in the selection of the job ?1, the name that it has there.
private func knownFiles(_ submission: OpenSubmission, since: Timestamp?, _ names: NameLookup) -> String {
    let fresh = since.map { " AND r.is_newest = 1 AND r.annotated_at >= \($0.milliseconds)" } ?? ""
    let answers = submission.recipes.map {
        "EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = p.image_id AND r.recipe_id = \($0.value)\(fresh))"
    }
    return """
        SELECT p.path, p.path_bytes, p.missing_at, p.path_id, p.image_id, p.bytes, p.modified_ns, p.inode,
            CASE WHEN \(answers.joined(separator: " AND ")) THEN 1
                WHEN EXISTS (SELECT 1 FROM task AS t WHERE t.image_id = p.image_id AND t.run_id = ?2
                    AND (t.state = 'queued' OR t.state = 'running')) THEN 2 ELSE 0 END,
            ji.path_id, ji.missing_at
        FROM path AS p INDEXED BY \(names == .folder ? "path_by_folder" : "path_by_path") LEFT JOIN job_image AS ji
            ON ji.job_id = ?1 AND ji.image_id = p.image_id AND ji.until_submission IS NULL
        WHERE p.folder_id = ?3 AND p.replaced_at IS NULL

        """
            + (names == .one
                ? "AND p.path = ?4 AND p.path_bytes = ?5"
                : "\(names == .range ? "AND p.path > ?4 AND p.path < ?5" : "") ORDER BY p.path, p.path_bytes")
}

private let slash = UInt8(ascii: "/")
