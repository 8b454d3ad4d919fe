internal import Text
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func diff(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff {
        let run = state.run
        return try database.snapshot { () throws(StoreError) in
            let (diff, known) = try compare(listing, at: order, in: run)
            return try deciding(on: known, diff, at: order, readAs: listing.reading, in: run)
        }
    }

    func diff(
        _ images: ArraySlice<QueriedImages.Member>, keeps: Bool, at order: Int64
    ) throws(StoreError) -> ListingDiff {
        let run = state.run
        return try database.snapshot { () throws(StoreError) in
            // One owner of the sets: they are changed in place.
            var comparison = ListingComparison(order: order, share: nil, seen: state.seen)
            state.seen = SeenNames()
            defer { state.seen = comparison.seen }
            for (index, member) in images.enumerated() {
                let status = try look(at: member.image, in: run)
                let isUnderWay = status.task == .queued || status.task == .running
                comparison.add(
                    member.path, of: member.image,
                    status.isAnswered ? .answered : isUnderWay ? .queued : .unanswered,
                    member: status.name.map { MemberName(path: $0, wasMissing: status.isMissing) }, at: index,
                    isNew: keeps && !status.isKept)
            }
            return try deciding(on: comparison.known, comparison.diff, at: order, in: run, keeps: keeps)
        }
    }

    /// A diff with what is decided about files about which something must be written.
    ///
    /// - Parameter reading: how the files are read; nil: a query gave the images.
    private func deciding(
        on known: [KnownFile], _ found: ListingDiff, at order: Int64, readAs reading: Reading? = nil, in run: RunID?,
        keeps: Bool = false
    ) throws(StoreError) -> ListingDiff {
        var diff = found
        var decisions: [ImageID: ImageDecision] = [:]
        for file in known {
            let decision: ImageDecision
            let isCopy = file.isCopy || decisions[file.image] != nil
            if let first = decisions[file.image] {
                decision = first.ofFurtherName
            } else {
                switch file.state {
                case .answered: decision = .answered
                case .queued: decision = .alreadyQueued
                case .unanswered:
                    let former = try reading.flatMap { reading throws(StoreError) in
                        file.isMember ? nil : try formerReading(of: path(file.path), readAs: reading)
                    }
                    decision = try decide(file.image, askedAs: former, in: run)
                }
                decisions[file.image] = decision
            }
            let source = PlannedImage.Source.known(file.image, file.path, order: order + Int64(file.index))
            diff.images.append(
                PlannedImage(
                    source: source, image: file.image, decision: decision, isCopy: isCopy, isKept: keeps))
        }
        return diff
    }

    /// Looks up the files of a listing, and takes note of those that are there.
    ///
    /// - Returns: what needs nothing is counted; what else is known stands beside it, in the order of the listing.
    private func compare(_ listing: Listing, at order: Int64, in run: RunID?)
        throws(StoreError) -> (ListingDiff, [KnownFile])
    {
        let stored = database.paths.stored(folder: listing.folder)
        guard let folder = try database.catalog.knownFolderID(of: stored, in: scope(of: listing.reading)) else {
            if listing.isWhole { state.newFolders.insert(SourcePath(listing.folder, as: listing.reading)) }
            var diff = ListingDiff()
            diff.unread = Array(listing.files.indices)
            return (diff, [])
        }
        let names: NameLookup =
            !listing.isWhole ? .one : try database.catalog.isRange(stored, on: volume) ? .range : .folder
        let known = try database.connection.statement(
            knownFiles(own, since: planner.since, names, readsDigests: listing.share != nil))
        defer { known.reset() }
        var values: [Value] = [.integer(own.job.value), Value(run?.value), .integer(folder)]
        if names == .range { values += StoredPath.bounds(of: stored) }
        var comparison = ListingComparison(order: order, share: listing.share, seen: state.seen)
        // One owner of the sets: they are changed in place.
        state.seen = SeenNames()
        defer { state.seen = comparison.seen }
        if listing.isWhole {
            comparison.seen.folders.insert(folder)
            try comparison.compareAll(listing.files, in: stored, known, values)
        } else {
            for (index, file) in listing.files.enumerated() {
                let path = StoredPath(folder: stored, name: file.name)
                known.reset()
                try known.bind(values + [.text(path.text), .blob(path.bytes)])
                guard try known.step() else {
                    comparison.diff.unread.append(index)
                    continue
                }
                comparison.compare(known, file, at: index)
            }
        }
        return (comparison.diff, comparison.known)
    }
}

extension CatalogReader {
    /// Whether all stored paths that begin as a folder's are names in it: the store knows of no folder in that folder,
    /// and none of its names is written otherwise than the folder itself.
    fileprivate func isRange(_ stored: [UInt8], on volume: Volume) throws(StoreError) -> Bool {
        guard readable(stored) == String(decoding: stored, as: UTF8.self) else { return false }
        return try connection.first(
            "SELECT 1 FROM folder WHERE volume = ?3 AND path > ?1 AND (?1 = x'' OR path < ?2) LIMIT 1", .blob(stored),
            .blob(stored.dropLast() + [slash + 1]), .text(volume.name)
        ) { _ in true } == nil
    }
}

/// How names of a folder are found: one by itself; all of a folder without folders in it as a range of paths, which
/// come in their order; or all of another folder, which are brought into order.
private enum NameLookup {
    case one, range, folder
}

/// The names of a folder (?3), or one of them (?4, ?5), with what tells a change; whether the content has all its
/// answers (1) or is queued in the run ?2 (2); and, where it is in the selection of the job ?1, the name that it has
/// there; and the image's digest, where that is wanted.
private func knownFiles(
    _ submission: OpenSubmission, since: Timestamp?, _ names: NameLookup, readsDigests: Bool
) -> String {
    """
    SELECT p.path, p.path_bytes, p.missing_at, p.path_id, p.image_id, p.bytes, p.modified_ns, p.inode,
        CASE WHEN \(submission.isAnswered(since: since, of: "p")) THEN 1
            WHEN EXISTS (SELECT 1 FROM task AS t WHERE t.image_id = p.image_id AND t.run_id = ?2
                AND (t.state = 'queued' OR t.state = 'running')) THEN 2 ELSE 0 END,
        ji.path_id, ji.missing_at\(readsDigests ? ", (SELECT digest FROM image WHERE image_id = p.image_id)" : "")
    FROM path AS p INDEXED BY \(names == .folder ? "path_by_folder" : "path_by_path") LEFT JOIN job_image AS ji
        ON ji.job_id = ?1 AND ji.image_id = p.image_id AND ji.until_submission IS NULL
    WHERE p.folder_id = ?3 AND p.replaced_at IS NULL

    """
        + (names == .one
            ? "AND p.path = ?4 AND p.path_bytes = ?5"
            : "\(names == .range ? "AND p.path > ?4 AND p.path < ?5" : "") ORDER BY p.path, p.path_bytes")
}

private let slash = UInt8(ascii: "/")
