internal import Crypto
internal import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Keeps an image that is handed on by its name, `gs://bucket/a.jpg`: nobody here has its bytes, so that the digest
    /// it is known by is its address's, and it has no size.
    ///
    /// - Returns: the image and the address's row.
    package func keep(reference address: String) throws(StoreError) -> (image: ImageID, path: PathID) {
        try guarded { () throws(SQLiteError) in
            let (stored, name) = frame.stored(FilePath(address))
            let folder = try folderID(of: stored)
            let identity = ImageIdentity(sha256: Digest(of: address), bytes: 0)
            let known = try connection.first(
                "SELECT image_id FROM image WHERE sha256 = ?", .blob(identity.sha256.bytes), read: { $0.integer(0) })
            // What is known already is not written again, night after night.
            let row = try connection.first(
                "SELECT path_id, image_id FROM path WHERE folder_id = ? AND name = ? AND missing_at IS NULL",
                .integer(folder), .blob(name)
            ) { (path: PathID($0.integer(0)), image: $0.optionalInteger(1)) }
            if let row, let known, row.image == known { return (ImageID(known), row.path) }
            let image: Int64
            if let known { image = known } else { image = try insert(identity) }
            let path = try connection.first(
                """
                INSERT INTO path (folder_id, name, image_id, seen_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (folder_id, name) DO UPDATE SET image_id = excluded.image_id, bytes = NULL,
                    modified_ns = NULL, inode = NULL, seen_at = excluded.seen_at, missing_at = NULL
                RETURNING path_id
                """, .integer(folder), .blob(name), .integer(image), .integer(now)
            ) { PathID($0.integer(0)) }
            return (ImageID(image), path ?? PathID(0))
        }
    }

    /// Keeps the size of an image of which none was known.
    func keep(_ original: Size, of image: ImageID) throws(SQLiteError) {
        guard original.width > 0, original.height > 0 else { return }
        try connection.run(
            "UPDATE image SET width = ?, height = ? WHERE image_id = ? AND width IS NULL", Value(original.width),
            Value(original.height), .integer(image.value))
    }
}
