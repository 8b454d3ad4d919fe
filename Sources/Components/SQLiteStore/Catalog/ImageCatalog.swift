internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The names that were found, and the contents behind them.
struct ImageCatalog: Writer {
    let transaction: Transaction

    /// Keeps the content found under a name, as of the file's status when it was read.
    ///
    /// A name that held other content keeps that row as replaced and gets a new one.
    ///
    /// - Parameters:
    ///   - file: shows a change later; a file on the web has 0 for what its server does not say.
    ///   - known: the content's row, where that is known.
    func upsert(
        _ identity: ImageIdentity, at path: FilePath, _ file: ListedFile, known: ImageID? = nil,
        on volume: Volume = .thisMachine
    ) throws(StoreError) -> KeptName {
        let (image, isNew) = if let known { (known.value, false) } else { try upsert(identity) }
        // A server that does not say when the file was changed did not say 1970.
        let modified: Value =
            path.isAddress && file.modifiedNanoseconds == 0 ? .null : .integer(file.modifiedNanoseconds)
        return try upsert(
            paths.stored(path), on: volume, image, isNew,
            [.integer(file.bytes), modified, .integer(Int64(bitPattern: file.inode))])
    }

    /// Keeps an image that is passed on by its name, `gs://bucket/a.jpg`: Cairn has not its bytes, so that the digest
    /// it is known by is its address's, and it has no size.
    ///
    /// - Parameter known: the image's row, where that is known.
    func upsert(reference address: FilePath, known: ImageID? = nil, on volume: Volume = .thisMachine)
        throws(StoreError) -> KeptName
    {
        let (image, isNew) =
            if let known {
                (known.value, false)
            } else {
                try upsert(ImageIdentity(sha256: Digest(of: address.bytes.span), bytes: 0))
            }
        return try upsert(paths.stored(address), on: volume, image, isNew, [.null, .null, .null])
    }

    /// Keeps a name as one of an image.
    ///
    /// - Parameter status: bytes, time of change and inode.
    private func upsert(
        _ path: StoredPath, on volume: Volume, _ image: Int64, _ isNew: Bool, _ status: [Value]
    ) throws(StoreError) -> KeptName {
        let folder = try folderID(of: path.folder, on: volume)
        func kept(_ row: Int64, replaced: Int64? = nil, wasMissing: Bool = false) -> KeptName {
            KeptName(
                image: ImageID(image), path: PathID(row), wasMissing: wasMissing, isNewImage: isNew,
                replaced: replaced.map { ImageID($0) })
        }
        if try insert(path, folder, image, status) { return kept(connection.lastInsertedRow) }
        let known = try connection.first(
            """
            SELECT path_id, image_id, bytes IS ?4 AND modified_ns IS ?5 AND inode IS ?6, missing_at IS NOT NULL FROM
                path
            WHERE folder_id = ?1 AND path = ?2 AND path_bytes = ?3 AND replaced_at IS NULL
            """, [.integer(folder), .text(path.text), .blob(path.bytes)] + status
        ) {
            (
                row: $0.integer(0), image: $0.optionalInteger(1), isSame: $0.integer(2) != 0,
                wasMissing: $0.integer(3) != 0
            )
        }
        guard let known else { throw connection.fault("a name was neither new nor known") }
        if let before = known.image, before != image {
            try connection.run("UPDATE path SET replaced_at = ? WHERE path_id = ?", .integer(now), .integer(known.row))
            guard try insert(path, folder, image, status) else {
                throw connection.fault("a name was replaced and is still there")
            }
            return kept(connection.lastInsertedRow, replaced: before)
        }
        // What is as it was is not written again, night after night.
        if known.image == nil || !known.isSame {
            try connection.statement(
                """
                UPDATE path SET image_id = ?1, bytes = ?3, modified_ns = ?4, inode = ?5 WHERE path_id = ?2
                """
            ).run([.integer(image), .integer(known.row)] + status)
        }
        return kept(known.row, wasMissing: known.wasMissing)
    }

    /// Inserts a name's row; false where there is one.
    private func insert(_ path: StoredPath, _ folder: Int64, _ image: Int64?, _ status: [Value])
        throws(StoreError) -> Bool
    {
        try connection.statement(
            """
            INSERT INTO path (folder_id, path, path_bytes, image_id, first_seen_at, bytes, modified_ns, inode)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        ).run([.integer(folder), .text(path.text), .blob(path.bytes), Value(image), .integer(now)] + status)
        return connection.changes == 1
    }

    /// An image's row, and whether it is new.
    private func upsert(_ identity: ImageIdentity) throws(StoreError) -> (row: Int64, isNew: Bool) {
        try connection.run(
            """
            INSERT INTO image (sha256, bytes, format, width, height, orientation, taken_at, camera_latitude,
                camera_longitude, first_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            .blob(identity.sha256.bytes), .integer(identity.bytes), Value(identity.format),
            Value(identity.size?.width), Value(identity.size?.height), Value(identity.orientation),
            Value(identity.takenAt?.milliseconds), Value(identity.cameraLatitude), Value(identity.cameraLongitude),
            .integer(now))
        if connection.changes == 1 { return (connection.lastInsertedRow, true) }
        let known = try connection.first(
            "SELECT image_id FROM image WHERE substr(sha256, 1, 16) = substr(?1, 1, 16) AND page = 0 AND sha256 = ?1",
            .blob(identity.sha256.bytes)
        ) { $0.integer(0) }
        guard let known else { throw connection.fault("content was neither new nor known") }
        return (known, false)
    }

    /// Keeps a name whose content could not be read; what was known of it stays.
    ///
    /// - Returns: its row, and the content that it had when it was last read.
    func keepUnread(_ path: FilePath, on volume: Volume) throws(StoreError) -> (path: PathID, image: ImageID?) {
        let stored = paths.stored(path)
        let folder = try folderID(of: stored.folder, on: volume)
        _ = try insert(stored, folder, nil, [.null, .null, .null])
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
