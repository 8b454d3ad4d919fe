internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The names and contents that the store knows.
struct CatalogReader: Reader {
    let database: Database

    /// What told the state of a name's content when it was read, and that content; nil where there is none.
    func known(_ path: FilePath, on volume: Volume) throws(StoreError) -> (file: ListedFile, image: ImageID)? {
        let stored = paths.stored(path)
        guard let folder = try knownFolderID(of: stored.folder, on: volume) else { return nil }
        return try connection.first(
            """
            SELECT bytes, modified_ns, inode, image_id FROM path
            WHERE folder_id = ? AND path = ? AND path_bytes = ? AND replaced_at IS NULL AND image_id IS NOT NULL
            """, .integer(folder), .text(stored.text), .blob(stored.bytes)
        ) {
            let file = ListedFile(
                name: path.name.bytes, bytes: $0.bits(0), modifiedNanoseconds: $0.bits(1),
                inode: UInt64(bitPattern: $0.bits(2)))
            return (file, ImageID($0.integer(3)))
        }
    }

    /// The number of a folder as it is stored; nil where the store does not have it.
    func knownFolderID(of stored: [UInt8], on volume: Volume) throws(StoreError) -> Int64? {
        if let known = database.caches.folderIDs[volume]?[stored] { return known }
        let found = try connection.first(
            "SELECT folder_id FROM folder WHERE volume = ? AND path = ?", .text(volume.name), .blob(stored),
            read: { $0.integer(0) })
        if let found { database.caches.folderIDs[volume, default: FolderIDCache()].remember(found, for: stored) }
        return found
    }
}
