internal import Crypto
internal import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Keeps an image that is handed on by its name, `gs://bucket/a.jpg`: nobody here has its bytes, so that the digest
    /// it is known by is its address's, and it has no size.
    ///
    /// - Returns: the image and the address's row, and whether nothing was known of either.
    package func keep(reference address: String) throws(StoreError) -> (image: ImageID, path: PathID, isNew: Bool) {
        try guarded { () throws(SQLiteError) in
            let (stored, name) = frame.stored(FilePath(address))
            let folder = try folderID(of: stored)
            let identity = ImageIdentity(sha256: Digest(of: address), bytes: 0)
            let known = try connection.first(
                "SELECT image_id FROM image WHERE sha256 = ?", .blob(identity.sha256.bytes), read: { $0.integer(0) })
            guard let known else {
                let image = try insert(identity)
                if let path = try insert(folder, name, image) { return (ImageID(image), path, true) }
                return (ImageID(image), try renew(folder, name, image), false)
            }
            // What is known already is not written again, night after night.
            let row = try connection.first(
                "SELECT path_id, image_id FROM path WHERE folder_id = ? AND name = ? AND missing_at IS NULL",
                .integer(folder), .blob(name)
            ) { (path: PathID($0.integer(0)), image: $0.optionalInteger(1)) }
            if let row, row.image == known { return (ImageID(known), row.path, false) }
            return (ImageID(known), try renew(folder, name, known), false)
        }
    }

    /// A new row for an address; nil where there is one.
    private func insert(_ folder: Int64, _ name: [UInt8], _ image: Int64) throws(SQLiteError) -> PathID? {
        try connection.run(
            "INSERT INTO path (folder_id, name, image_id, seen_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .integer(folder), .blob(name), .integer(image), .integer(now))
        return connection.changes == 1 ? PathID(connection.lastInsertedRow) : nil
    }

    /// The row of an address, which stands for this image from now on.
    private func renew(_ folder: Int64, _ name: [UInt8], _ image: Int64) throws(SQLiteError) -> PathID {
        try connection.first(
            """
            INSERT INTO path (folder_id, name, image_id, seen_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (folder_id, name) DO UPDATE SET image_id = excluded.image_id, bytes = NULL,
                modified_ns = NULL, inode = NULL, seen_at = excluded.seen_at, missing_at = NULL
            RETURNING path_id
            """, .integer(folder), .blob(name), .integer(image), .integer(now)
        ) { PathID($0.integer(0)) } ?? PathID(0)
    }

    /// Keeps the size of an image of which none was known.
    func keep(_ original: Size, of image: ImageID) throws(SQLiteError) {
        guard original.width > 0, original.height > 0 else { return }
        try connection.run(
            "UPDATE image SET width = ?, height = ? WHERE image_id = ? AND width IS NULL", Value(original.width),
            Value(original.height), .integer(image.value))
    }
}
