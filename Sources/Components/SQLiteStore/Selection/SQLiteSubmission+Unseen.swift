internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func unseenImages(after last: ImageID?, limit: Int) throws(StoreError) -> [UnseenImage] {
        if last == nil { unseenOwnNames = [:] }
        return try database.snapshot { () throws(StoreError) in
            if last == nil, try haveAllBeenSeen() { return [] }
            let members = try database.connection.statement(
                """
                SELECT image_id, path_id, missing_at IS NOT NULL, from_submission FROM job_image
                WHERE job_id = ? AND until_submission IS NULL AND image_id > ? ORDER BY image_id
                """)
            defer { members.reset() }
            try members.bind([.integer(own.job.value), .integer(last?.value ?? 0)])
            var unseen: [UnseenImage] = []
            while unseen.count < limit, try members.step() {
                let image = ImageID(members.integer(0))
                if state.seen.images.contains(image.value) { continue }
                let path = PathID(members.integer(1))
                // Of a volume that this submission does not look at nothing is known.
                guard let names = try names(of: image), let digest = try digest(of: image) else { continue }
                unseenOwnNames[image] = path
                let isMissing = members.integer(2) != 0
                unseen.append(
                    UnseenImage(
                        image: image, digest: digest, path: path, names: names, isMissing: isMissing,
                        isKnown: isMissing ? false : try isCompleted(members.integer(3))))
            }
            return unseen
        }
    }

    private func digest(of image: ImageID) throws(StoreError) -> Digest? {
        try database.connection.first("SELECT digest FROM image WHERE image_id = ?", .integer(image.value)) {
            Digest(bytes: $0.blob(0))
        } ?? nil
    }

    /// Whether a submission was completed that brought members: those of a wrong manifest, which was refused, leave
    /// again without a question.
    func isCompleted(_ submission: Int64) throws(StoreError) -> Bool {
        if let known = completions[submission] { return known }
        let isCompleted =
            try database.connection.first(
                "SELECT completed_at IS NOT NULL FROM submission WHERE submission_id = ?", .integer(submission)
            ) { $0.integer(0) != 0 } ?? true
        completions[submission] = isCompleted
        return isCompleted
    }

    func countLackingSymbols(of recipe: Recipe, excluding members: Set<ImageID>) throws(StoreError) -> Int {
        try database.answers.imagesLackingSymbols(of: recipe).count { image in
            state.seen.images.contains(image.value) || members.contains(image)
        }
    }

    /// Whether each member of the selection was seen by the name that it has.
    private func haveAllBeenSeen() throws(StoreError) -> Bool {
        if state.seen.hasReplaced { return false }
        let count = try database.connection.first(
            "SELECT count(*) FROM job_image WHERE job_id = ? AND until_submission IS NULL", .integer(own.job.value)
        ) { Int($0.integer(0)) }
        return count == state.seen.keptCount
    }

    /// All names of an image; nil where one of them is on another volume.
    private func names(of image: ImageID) throws(StoreError) -> [UnseenName]? {
        let names = try database.connection.all(
            """
            SELECT p.path_id, p.path, p.path_bytes, f.reading, f.volume = ?2
            FROM path AS p JOIN folder AS f USING (folder_id)
            WHERE p.image_id = ?1 AND p.replaced_at IS NULL ORDER BY p.path_id
            """, .integer(image.value), .text(volume.name)
        ) { (name: name($0), isHere: $0.integer(4) != 0) }
        return names.allSatisfy(\.isHere) ? names.map(\.name) : nil
    }

    func unseenNames(below roots: [SourcePath], after last: PathID?, limit: Int) throws(StoreError) -> [UnseenName] {
        try database.snapshot { () throws(StoreError) in
            if last == nil || unseenNameRows.isEmpty { unseenNameRows = try unseenNames(below: roots) }
            let first = unseenNameRows.partitioningIndex { $0 > last?.value ?? 0 }
            var names: [UnseenName] = []
            for row in unseenNameRows[first...] {
                if names.count >= limit { break }
                let found = try database.connection.first(
                    """
                    SELECT p.path_id, p.path, p.path_bytes, f.reading FROM path AS p JOIN folder AS f USING (folder_id)
                    WHERE p.path_id = ? AND p.replaced_at IS NULL
                    """, .integer(row), read: name)
                if let found { names.append(found) }
            }
            return names
        }
    }

    /// The numbers of names that were looked for in vain, and of those in folders that were not listed, in order.
    private func unseenNames(below roots: [SourcePath]) throws(StoreError) -> [Int64] {
        var rows = state.seen.absent.subtracting(state.seen.paths)
        let folders = try database.connection.all(
            "SELECT folder_id, path, reading FROM folder WHERE volume = ?", .text(volume.name)
        ) {
            (
                id: $0.integer(0),
                source: SourcePath(database.paths.absolute($0.blob(1)).normalized, as: Reading(code: $0.integer(2)))
            )
        }
        for folder in folders where !state.seen.folders.contains(folder.id) {
            let source = folder.source
            guard !state.newFolders.contains(source), !source.path.isAddress,
                roots.contains(where: { $0.holds(source) })
            else { continue }
            let names = try database.connection.all(
                "SELECT path_id FROM path WHERE folder_id = ? AND replaced_at IS NULL AND missing_at IS NULL",
                .integer(folder.id)
            ) { $0.integer(0) }
            rows += names.filter { !state.seen.paths.contains($0) }
        }
        rows.sort()
        return rows
    }

    /// A name, from its number, its stored path and its reading.
    private func name(_ row: Row) -> UnseenName {
        let id = row.integer(0)
        return UnseenName(
            id: PathID(id), path: database.paths.absolute(row.path(1)), reading: Reading(code: row.integer(3)),
            isListed: state.seen.gone.contains(id))
    }
}

extension [Int64] {
    /// The first place from which on all numbers of a sorted array fulfil a condition.
    fileprivate func partitioningIndex(where isBehind: (Int64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
