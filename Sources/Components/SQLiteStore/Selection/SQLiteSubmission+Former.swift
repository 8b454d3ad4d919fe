internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func formerFolders(outside roots: [SourcePath]) throws(StoreError) -> [FormerFolder] {
        try database.snapshot { () throws(StoreError) in
            let folders = try database.connection.all(
                "SELECT folder_id, path, reading, checked_ns FROM folder WHERE volume = ? ORDER BY folder_id",
                .text(volume.name)
            ) { row -> (folder: FormerFolder, reading: Reading)? in
                let id = row.integer(0)
                // As a rule all were listed, and their paths are not looked at.
                guard !state.seen.folders.contains(id) else { return nil }
                let path = database.paths.absolute(row.blob(1)).normalized
                let checkedAt = row.isNull(3) ? nil : row.bits(3)
                return (
                    FormerFolder(id: FolderID(id), path: path, checkedAt: checkedAt), Reading(code: row.integer(2))
                )
            }.compactMap(\.self)
            var former: [FormerFolder] = []
            for (folder, reading) in folders {
                let source = SourcePath(folder.path, as: reading)
                guard !state.newFolders.contains(source), !folder.path.isAddress,
                    !roots.contains(where: { $0.holds(source) })
                else { continue }
                let isKnown = folder.checkedAt != nil
                if try isKnown ? true : hasFormerNames(folder.id) { former.append(folder) }
            }
            return former
        }
    }

    func formerNames(in folder: FolderID, after last: PathID?, limit: Int) throws(StoreError) -> [FormerName] {
        try database.snapshot { () throws(StoreError) in
            if last == nil, try !hasFormerNames(folder) { return [] }
            let rows = try database.connection.statement(
                """
                SELECT path_id, path, path_bytes, first_seen_at, missing_at IS NOT NULL
                FROM path INDEXED BY path_by_folder
                WHERE folder_id = ? AND replaced_at IS NULL AND path_id > ? ORDER BY path_id
                """)
            defer { rows.reset() }
            try rows.bind([.integer(folder.value), .integer(last?.value ?? 0)])
            var names: [FormerName] = []
            while names.count < limit, try rows.step() {
                let id = rows.integer(0)
                if isSeen(id) { continue }
                names.append(
                    FormerName(
                        id: PathID(id), path: database.paths.absolute(rows.path(1)),
                        firstSeenAt: Timestamp(milliseconds: rows.integer(3)), isMissing: rows.integer(4) != 0))
            }
            return names
        }
    }

    /// Writes down which names in former folders are there, and which folders need no second look.
    func writeFormer(_ completion: SubmissionCompletion, in transaction: Transaction) throws(StoreError) {
        for name in completion.returnedNames { try transaction.catalog.setMissing(name, at: nil) }
        for check in completion.checkedFolders {
            try transaction.catalog.setChecked(check.folder.value, at: check.at)
        }
        let checked = try database.connection.all(
            "SELECT folder_id FROM folder WHERE checked_ns IS NOT NULL ORDER BY folder_id"
        ) { $0.integer(0) }
        // What was listed may change before it is left again.
        for folder in checked where state.seen.folders.contains(folder) {
            try transaction.catalog.setChecked(folder, at: nil)
        }
    }

    /// Whether a folder has a name that was not seen, and no other job's selection has a member by a name in it.
    private func hasFormerNames(_ folder: FolderID) throws(StoreError) -> Bool {
        let rows = try database.connection.statement(
            "SELECT path_id FROM path INDEXED BY path_by_folder WHERE folder_id = ? AND replaced_at IS NULL")
        defer { rows.reset() }
        try rows.bind([.integer(folder.value)])
        var hasUnseen = false
        while !hasUnseen, try rows.step() { hasUnseen = !isSeen(rows.integer(0)) }
        guard hasUnseen else { return false }
        let isInUse = try database.connection.first(
            """
            SELECT 1 FROM path AS p INDEXED BY path_by_folder CROSS JOIN job AS j JOIN job_image AS ji
                ON ji.job_id = j.job_id AND ji.image_id = p.image_id AND ji.until_submission IS NULL
                AND ji.path_id = p.path_id
            WHERE p.folder_id = ? AND p.replaced_at IS NULL AND j.job_id <> ? LIMIT 1
            """, .integer(folder.value), .integer(own.job.value)
        ) { _ in true }
        return isInUse == nil
    }

    /// Whether a source gives a name, be it there or not.
    private func isSeen(_ name: Int64) -> Bool { state.seen.paths.contains(name) || state.seen.gone.contains(name) }
}

extension SourcePath {
    /// Whether another path is this folder, or lies below it, in the same reading.
    func holds(_ other: SourcePath) -> Bool {
        reading == other.reading && (other.path == path || other.path.relative(to: path) != nil)
    }
}
