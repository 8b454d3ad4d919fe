internal import Crypto
package import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Keeps the content found under a name, as of the file's status when it was read.
    ///
    /// - Parameter file: tells a change later on; a file on the web has 0 for what its server does not say.
    /// - Returns: the image and the name's row, and whether nothing was known of either.
    package func keep(_ identity: ImageIdentity, at path: FilePath, _ file: ListedFile)
        throws(StoreError) -> (image: ImageID, path: PathID, isNew: Bool)
    {
        try guarded { () throws(SQLiteError) in
            let known = try connection.first(
                "SELECT image_id FROM image WHERE sha256 = ?", .blob(identity.sha256.bytes), read: { $0.integer(0) })
            let image: Int64
            if let known { image = known } else { image = try insert(identity) }
            let place = frame.stored(path)
            let before = try connection.first("SELECT max(path_id) FROM path") { $0.integer(0) } ?? 0
            let row = try connection.first(
                """
                INSERT INTO path (folder_id, name, image_id, bytes, modified_ns, inode, seen_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (folder_id, name) DO UPDATE SET image_id = excluded.image_id, bytes = excluded.bytes,
                    modified_ns = excluded.modified_ns, inode = excluded.inode, seen_at = excluded.seen_at,
                    missing_at = NULL
                RETURNING path_id
                """,
                .integer(try folderID(of: place.folder)), .blob(place.name), .integer(image),
                .integer(file.bytes),
                // Nobody must read that it was changed in 1970.
                path.isAddress && file.modifiedNanoseconds == 0 ? .null : .integer(file.modifiedNanoseconds),
                .integer(Int64(bitPattern: file.inode)), .integer(now)
            ) { PathID($0.integer(0)) }
            return (ImageID(image), row ?? PathID(0), known == nil && (row?.value ?? 0) > before)
        }
    }

    /// What told the state of a name's content when it was read; nil where there is none.
    package func known(_ path: FilePath) throws(StoreError) -> ListedFile? {
        try guarded { () throws(SQLiteError) in
            let (folder, name) = frame.stored(path)
            return try connection.first(
                """
                SELECT p.bytes, p.modified_ns, p.inode FROM path AS p JOIN folder AS f USING (folder_id)
                WHERE f.path = ? AND p.name = ? AND p.image_id IS NOT NULL
                """, .blob(folder), .blob(name)
            ) {
                ListedFile(
                    name: name, bytes: $0.bits(0), modifiedNanoseconds: $0.bits(1),
                    inode: UInt64(bitPattern: $0.bits(2)))
            }
        }
    }

    /// Keeps a name whose content could not be read; what was known of it stays.
    package func keepUnread(_ path: FilePath) throws(StoreError) -> PathID {
        try guarded { () throws(SQLiteError) in
            let (stored, name) = frame.stored(path)
            let folder = try folderID(of: stored)
            try connection.run(
                "INSERT INTO path (folder_id, name, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                .integer(folder), .blob(name), .integer(now))
            let row = try connection.first(
                "SELECT path_id FROM path WHERE folder_id = ? AND name = ?", .integer(folder), .blob(name)
            ) { PathID($0.integer(0)) }
            return row ?? PathID(0)
        }
    }

    /// A new image's row.
    func insert(_ identity: ImageIdentity) throws(SQLiteError) -> Int64 {
        try connection.run(
            """
            INSERT INTO image (sha256, bytes, format, width, height, orientation, taken_at, camera_latitude,
                camera_longitude, first_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .blob(identity.sha256.bytes), .integer(identity.bytes), Value(identity.format),
            Value(identity.size?.width), Value(identity.size?.height), Value(identity.orientation),
            Value(identity.takenAt?.milliseconds), Value(identity.cameraLatitude), Value(identity.cameraLongitude),
            .integer(now))
        return connection.lastInsertedRow
    }
}
