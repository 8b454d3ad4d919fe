internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The names that were found, and the images behind them.
struct ImageCatalog: Writer {
    let transaction: Transaction

    /// Keeps the image found under a name, and what its file says, as of the file's status when it was read.
    ///
    /// A name that held another image keeps that row as replaced and gets a new one; of one that holds the same image
    /// in a file of other metadata the row is changed.
    ///
    /// - Parameters:
    ///   - file: shows a change later; a file on the web has 0 for what its server does not say.
    ///   - known: the image's row, where that is known.
    ///   - isEdit: whether the name was found in the store: it is then looked for before it is inserted.
    func upsert(
        _ identity: ImageIdentity, at path: FilePath, _ file: ListedFile, known: ImageID? = nil, isEdit: Bool = false,
        in scope: FolderScope = FolderScope()
    ) throws(StoreError) -> KeptName {
        let (image, isNew) =
            if let known { (known.value, false) } else { try upsert(identity.key, identity.format, identity.size) }
        // A server that does not say when the file was changed did not say 1970.
        let modified: Value =
            path.isAddress && file.modifiedNanoseconds == 0 ? .null : .integer(file.modifiedNanoseconds)
        return try upsert(
            paths.stored(path), in: scope, image, isNew,
            [
                .integer(file.bytes), modified, .integer(Int64(bitPattern: file.inode)),
                .blob(identity.storedContent), Value(identity.orientation), Value(identity.takenAt?.milliseconds),
                Value(identity.cameraLatitude), Value(identity.cameraLongitude),
            ], isEdit: isEdit)
    }

    /// Keeps an image that is passed on by its name, `gs://bucket/a.jpg`: Cairn has not its bytes, so that the digest
    /// it is known by is its address's, and it has no size.
    ///
    /// - Parameter known: the image's row, where that is known.
    func upsert(reference address: FilePath, known: ImageID? = nil, in scope: FolderScope = FolderScope())
        throws(StoreError) -> KeptName
    {
        let (image, isNew) =
            if let known { (known.value, false) } else { try upsert(ImageKey(referenceTo: address), nil, nil) }
        return try upsert(
            paths.stored(address), in: scope, image, isNew, Array(repeating: .null, count: fileColumns.count))
    }

    /// Keeps a name as one of an image.
    ///
    /// - Parameter file: what `fileColumns` hold.
    private func upsert(
        _ path: StoredPath, in scope: FolderScope, _ image: Int64, _ isNew: Bool, _ file: [Value], isEdit: Bool = false
    ) throws(StoreError) -> KeptName {
        let folder = try folderID(of: path.folder, in: scope)
        func kept(_ row: Int64, replaced: Int64? = nil, wasMissing: Bool = false) -> KeptName {
            KeptName(
                image: ImageID(image), path: PathID(row), wasMissing: wasMissing, isNewImage: isNew,
                replaced: replaced.map { ImageID($0) })
        }
        func find() throws(StoreError) -> (row: Int64, image: Int64?, isSame: Bool, wasMissing: Bool)? {
            try connection.first(
                """
                SELECT path_id, image_id, bytes IS ?4 AND modified_ns IS ?5 AND inode IS ?6 AND content IS ?7,
                    missing_at IS NOT NULL FROM path
                WHERE folder_id = ?1 AND path = ?2 AND path_bytes = ?3 AND replaced_at IS NULL
                """, [.integer(folder), .text(path.text), .blob(path.bytes)] + file.prefix(4)
            ) { ($0.integer(0), $0.optionalInteger(1), $0.integer(2) != 0, $0.integer(3) != 0) }
        }
        var known = isEdit ? try find() : nil
        if known == nil {
            if try insert(path, folder, image, file) { return kept(connection.lastInsertedRow) }
            known = try find()
        }
        guard let known else { throw connection.fault("a name was neither new nor known") }
        if let before = known.image, before != image {
            try connection.run("UPDATE path SET replaced_at = ? WHERE path_id = ?", .integer(now), .integer(known.row))
            guard try insert(path, folder, image, file) else {
                throw connection.fault("a name was replaced and is still there")
            }
            let row = connection.lastInsertedRow
            try updateOtherReadings(of: path, in: scope, image, file)
            return kept(row, replaced: before)
        }
        // What is as it was is not written again, night after night.
        if known.image == nil || !known.isSame {
            try connection.statement(changedPath).run([.integer(image)] + file + [.integer(known.row)])
            if known.image != nil { try updateOtherReadings(of: path, in: scope, image, file) }
        }
        return kept(known.row, wasMissing: known.wasMissing)
    }

    /// Keeps what an edited file says under its names in other readings, where these hold the same picture; without its
    /// inode, so that it is read again there.
    private func updateOtherReadings(of path: StoredPath, in scope: FolderScope, _ image: Int64, _ file: [Value])
        throws(StoreError)
    {
        guard try hasOtherReadings(than: scope) else { return }
        try connection.statement(changedOtherReadings).run(
            file.prefix(inodeColumn) + [.null] + file.dropFirst(inodeColumn + 1) + [
                .text(path.text), .blob(path.bytes), file[contentColumn], .text(scope.volume.name), .blob(path.folder),
                .integer(scope.reading.code), .integer(image),
            ])
    }

    /// Whether the store has folders of the volume that are read in another way; asked once.
    ///
    /// One that comes later reads its own files, which are changed for it, too.
    private func hasOtherReadings(than scope: FolderScope) throws(StoreError) -> Bool {
        if let known = database.caches.otherReadings[scope] { return known }
        let found =
            try connection.first(
                "SELECT EXISTS (SELECT 1 FROM folder WHERE volume = ? AND reading <> ?)", .text(scope.volume.name),
                .integer(scope.reading.code)
            ) { $0.integer(0) != 0 } ?? false
        database.caches.otherReadings[scope] = found
        return found
    }

    /// Inserts a name's row; false where there is one.
    private func insert(_ path: StoredPath, _ folder: Int64, _ image: Int64?, _ file: [Value])
        throws(StoreError) -> Bool
    {
        try connection.statement(newPath).run(
            [.integer(folder), .text(path.text), .blob(path.bytes), Value(image), .integer(now)] + file)
        return connection.changes == 1
    }

    /// An image's row, and whether it is new.
    private func upsert(_ key: ImageKey, _ format: String?, _ size: Size?) throws(StoreError) -> (
        row: Int64, isNew: Bool
    ) {
        try connection.run(
            """
            INSERT INTO image (kind, digest, page, turn, format, width, height, first_seen_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, .integer(key.kind.code), .blob(key.digest.bytes), Value(key.page), Value(key.turn), Value(format),
            Value(size?.width), Value(size?.height), .integer(now))
        if connection.changes == 1 { return (connection.lastInsertedRow, true) }
        let known = try connection.first(
            "SELECT i.image_id FROM image AS i WHERE \(isImage)", [.blob(key.digest.bytes)] + key.numbers
        ) { $0.integer(0) }
        guard let known else { throw connection.fault("an image was neither new nor known") }
        return (known, false)
    }

    /// Keeps a name whose file could not be read; what was known of it stays.
    ///
    /// - Returns: its row, and the image that it had when it was last read.
    func keepUnread(_ path: FilePath, in scope: FolderScope) throws(StoreError) -> (path: PathID, image: ImageID?) {
        let stored = paths.stored(path)
        let folder = try folderID(of: stored.folder, in: scope)
        _ = try insert(stored, folder, nil, Array(repeating: .null, count: fileColumns.count))
        let row = try connection.first(
            """
            SELECT path_id, image_id FROM path
            WHERE folder_id = ? AND path = ? AND path_bytes = ? AND replaced_at IS NULL
            """, .integer(folder), .text(stored.text), .blob(stored.bytes)
        ) { (PathID($0.integer(0)), $0.optionalInteger(1).map { ImageID($0) }) }
        guard let row else { throw connection.fault("a name was neither new nor known") }
        return row
    }

    /// Keeps the size of an image of which none was known.
    func upsert(_ original: Size, of image: ImageID) throws(StoreError) {
        guard original.width > 0, original.height > 0 else { return }
        try connection.run(
            "UPDATE image SET width = ?, height = ? WHERE image_id = ? AND width IS NULL", Value(original.width),
            Value(original.height), .integer(image.value))
    }
}

/// The columns of `path` that tell of the file under a name: first those that show a change without reading it.
private let fileColumns = [
    "bytes", "modified_ns", "inode", "content", "orientation", "taken_at", "camera_latitude", "camera_longitude",
]

/// Where the inode is among them; null where another reading has read the file: it is read again.
private let inodeColumn = 2
private let contentColumn = 3

/// What a name holds now, and what its file says.
private let changedPath = """
    UPDATE path SET image_id = ?, \(fileColumns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE path_id = ?
    """

/// The same of the name in other readings, where these hold the same picture.
private let changedOtherReadings = """
    UPDATE path SET \(fileColumns.map { "\($0) = ?" }.joined(separator: ", "))
    WHERE path = ? AND path_bytes = ? AND replaced_at IS NULL AND content IS NOT ?
    AND folder_id IN (SELECT folder_id FROM folder WHERE volume = ? AND path = ? AND reading <> ?)
    AND image_id IN (SELECT o.image_id FROM image AS i JOIN image AS o ON o.kind = i.kind AND o.page = i.page
        AND substr(o.digest, 1, 16) = substr(i.digest, 1, 16) AND o.digest = i.digest WHERE i.image_id = ?)
    """

/// A new name; nothing where there is one.
private let newPath = """
    INSERT INTO path (folder_id, path, path_bytes, image_id, first_seen_at, \(fileColumns.joined(separator: ", ")))
    VALUES (?, ?, ?, ?, ?, \(fileColumns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT DO NOTHING
    """
