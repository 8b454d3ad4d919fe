internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The names and contents that the store knows.
struct CatalogReader: Reader {
    let database: Database

    /// A name that was read, as the store has it.
    struct KnownName {
        /// What told the state of the file when it was read.
        let file: ListedFile
        /// The image in it.
        let image: ImageID
        /// The stored half of the content's digest; empty of an object that is handed on by its name.
        let content: [UInt8]
    }

    /// A name as the store has it; nil where it has none, or could not read it.
    func known(_ path: FilePath, in scope: FolderScope) throws(StoreError) -> KnownName? {
        let stored = paths.stored(path)
        guard let folder = try knownFolderID(of: stored.folder, in: scope) else { return nil }
        return try connection.first(
            """
            SELECT bytes, modified_ns, inode, image_id, content FROM path
            WHERE folder_id = ? AND path = ? AND path_bytes = ? AND replaced_at IS NULL AND image_id IS NOT NULL
            """, .integer(folder), .text(stored.text), .blob(stored.bytes)
        ) {
            let file = ListedFile(
                name: path.name.bytes, bytes: $0.bits(0), modifiedNanoseconds: $0.bits(1),
                inode: $0.isNull(2) ? .max : UInt64(bitPattern: $0.bits(2)))
            return KnownName(file: file, image: ImageID($0.integer(3)), content: $0.isNull(4) ? [] : $0.blob(4))
        }
    }

    /// The number of a folder as it is stored; nil where the store does not have it.
    func knownFolderID(of stored: [UInt8], in scope: FolderScope) throws(StoreError) -> Int64? {
        if let known = database.caches.folderIDs[scope]?[stored] { return known }
        let found = try connection.first(
            "SELECT folder_id FROM folder WHERE volume = ? AND path = ? AND reading = ?", .text(scope.volume.name),
            .blob(stored), .integer(scope.reading.code), read: { $0.integer(0) })
        if let found { database.caches.folderIDs[scope, default: FolderIDCache()].remember(found, for: stored) }
        return found
    }
}

/// Where a name is a name once: on a volume, and in the way in which its source wants it read.
struct FolderScope: Hashable, Sendable {
    var volume = Volume.thisMachine
    var reading = Reading()
}
