internal import Crypto
package import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Holds a listing against what is known, without reading a file.
    ///
    /// - Parameters:
    ///   - asked: the recipes whose answers are wanted.
    ///   - since: answers older than this count as missing.
    package func compare(_ listing: Listing, asking asked: [RecipeID], since: Timestamp?)
        throws(StoreError) -> Comparison
    {
        let wanted = Wanted(set: try featureSet(of: asked), count: asked.count, since: since)
        return try guarded { () throws(SQLiteError) in
            let folder = try folderID(of: frame.stored(folder: listing.folder))
            var comparison = Comparison()
            if listing.isWhole {
                try seen(folder)
                try compareWhole(listing.files, in: folder, wanted, into: &comparison)
            } else {
                try compareEach(listing.files, in: folder, wanted, into: &comparison)
            }
            return comparison
        }
    }

    /// What is asked of every image of a listing.
    private struct Wanted {
        let set: FeatureSetID
        let count: Int
        let since: Timestamp?

        var values: [Value] { [.integer(set.value), .integer(since?.milliseconds ?? .min)] }
    }

    /// One pass over the folder's names and the listing's, both in byte order.
    private func compareWhole(
        _ files: [ListedFile], in folder: Int64, _ wanted: Wanted, into comparison: inout Comparison
    ) throws(SQLiteError) {
        let known = try connection.statement(knownPaths + "WHERE p.folder_id = ?3 ORDER BY p.name")
        defer { known.reset() }
        try known.bind(wanted.values + [.integer(folder)])
        var found: [PathID] = []
        var hasKnown = try known.step()
        for (index, file) in files.enumerated() {
            var order = -1
            while hasKnown {
                order = known.compare(0, with: file.name)
                guard order < 0 else { break }
                if known.isNull(1) {
                    comparison.absent.append(.init(path: PathID(known.integer(2)), name: known.blob(0)))
                }
                hasKnown = try known.step()
            }
            guard hasKnown, order == 0 else {
                comparison.unread.append(index)
                continue
            }
            if !known.isNull(1) { found.append(PathID(known.integer(2))) }
            judge(known, file, at: index, wanted, into: &comparison)
            hasKnown = try known.step()
        }
        while hasKnown {
            if known.isNull(1) { comparison.absent.append(.init(path: PathID(known.integer(2)), name: known.blob(0))) }
            hasKnown = try known.step()
        }
        known.reset()
        for path in found { try setMissing(path, at: nil) }
    }

    /// One look-up for each file, for a part of a list.
    private func compareEach(
        _ files: [ListedFile], in folder: Int64, _ wanted: Wanted, into comparison: inout Comparison
    ) throws(SQLiteError) {
        let known = try connection.statement(knownPaths + "WHERE p.folder_id = ?3 AND p.name = ?4")
        defer { known.reset() }
        for (index, file) in files.enumerated() {
            known.reset()
            try known.bind(wanted.values + [.integer(folder), .blob(file.name)])
            guard try known.step() else {
                comparison.unread.append(index)
                continue
            }
            let path = PathID(known.integer(2))
            let wasMissing = !known.isNull(1)
            judge(known, file, at: index, wanted, into: &comparison)
            try known.check()
            if wasMissing { try setMissing(path, at: nil) }
        }
    }

    /// Decides what one known name needs.
    private func judge(
        _ known: Statement, _ file: ListedFile, at index: Int, _ wanted: Wanted, into comparison: inout Comparison
    ) {
        let isUnchanged =
            !known.isNull(3) && known.bits(4) == file.bytes && known.bits(5) == file.modifiedNanoseconds
            && known.bits(6) == Int64(bitPattern: file.inode)
        guard isUnchanged else { return comparison.unread.append(index) }
        guard known.integer(7) < wanted.count else { return comparison.answered += 1 }
        comparison.unanswered.append(.init(path: PathID(known.integer(2)), image: ImageID(known.integer(3))))
    }

    /// Notes that names are gone since now.
    package func markMissing(_ paths: [PathID]) throws(StoreError) {
        try guarded { () throws(SQLiteError) in for path in paths { try setMissing(path, at: now) } }
    }

    /// Notes that a name is gone, or is there again (nil).
    func setMissing(_ path: PathID, at moment: Int64?) throws(SQLiteError) {
        try connection.run("UPDATE path SET missing_at = ? WHERE path_id = ?", Value(moment), .integer(path.value))
    }

    /// The names of the store in folders at or below one that were not listed since a moment: emptied, gone, or not
    /// looked into.
    package func names(below root: FilePath, unseenSince moment: Timestamp)
        throws(StoreError) -> [(path: PathID, file: FilePath)]
    {
        let prefix = frame.stored(folder: root)
        // Relative names lie below the store's folder, which may itself lie below the root; addresses lie nowhere.
        let holdsHome = root == frame.home || frame.home.relative(to: root) != nil
        return try guarded { () throws(SQLiteError) in
            // CROSS JOIN: few folders are unseen, and SQLite would read every name of the store to find that out.
            try connection.all(
                """
                SELECT p.path_id, f.path, p.name FROM folder AS f CROSS JOIN path AS p USING (folder_id)
                WHERE f.seen_at < ?1 AND p.missing_at IS NULL
                AND ((?4 AND substr(f.path, 1, 1) <> x'2f' AND instr(f.path, x'3a2f2f') = 0)
                    OR (?2 > 0 AND substr(f.path, 1, ?2) = ?3))
                """, .integer(moment.milliseconds), Value(prefix.count), .blob(prefix), Value(holdsHome)
            ) { (PathID($0.integer(0)), frame.absolute(folder: $0.blob(1), name: $0.blob(2))) }
        }
    }

    /// The number of a folder as it is stored; a new one is kept.
    func folderID(of stored: [UInt8]) throws(SQLiteError) -> Int64 {
        if let known = folderIDs[stored] { return known }
        let found = try connection.first(
            "SELECT folder_id FROM folder WHERE path = ?", .blob(stored), read: { $0.integer(0) })
        if let found {
            folderIDs.remember(found, for: stored)
            return found
        }
        try connection.run("INSERT INTO folder (path, seen_at) VALUES (?, ?)", .blob(stored), .integer(now))
        let made = connection.lastInsertedRow
        folderIDs.remember(made, for: stored)
        return made
    }

    /// Notes that a folder was listed whole now.
    private func seen(_ folder: Int64) throws(SQLiteError) {
        try connection.run("UPDATE folder SET seen_at = ? WHERE folder_id = ?", .integer(now), .integer(folder))
    }
}

/// Names with what tells a change, and how many of the asked recipes (?1) have an answer not older than ?2.
private let knownPaths = """
    SELECT p.name, p.missing_at, p.path_id, p.image_id, p.bytes, p.modified_ns, p.inode,
        (SELECT count(*) FROM feature_set_recipe AS s JOIN result AS r
            ON r.image_id = p.image_id AND r.recipe_id = s.recipe_id AND r.is_current = 1 AND r.annotated_at >= ?2
            WHERE s.feature_set_id = ?1)
    FROM path AS p

    """
