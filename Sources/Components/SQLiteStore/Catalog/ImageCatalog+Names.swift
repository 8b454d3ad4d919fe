internal import SQLite
internal import Storage
internal import Domain

extension ImageCatalog {
    /// Notes that a name is gone, or is there again (nil).
    func setMissing(_ path: PathID, at moment: Int64?) throws(StoreError) {
        try connection.run(
            "UPDATE path SET missing_at = ?1 WHERE path_id = ?2 AND (missing_at IS NULL) <> (?1 IS NULL)",
            Value(moment), .integer(path.value))
    }

    /// The number of a folder as it is stored; a new one is kept.
    func folderID(of stored: [UInt8], on volume: Volume) throws(StoreError) -> Int64 {
        if let known = try database.catalog.knownFolderID(of: stored, on: volume) { return known }
        try connection.run("INSERT INTO folder (volume, path) VALUES (?, ?)", .text(volume.name), .blob(stored))
        let made = connection.lastInsertedRow
        database.caches.folderIDs[volume, default: FolderIDCache()].remember(made, for: stored)
        return made
    }

    /// Notes that names are gone since now; only names of one volume and addresses, whatever else is in the list.
    func markMissing(_ paths: [PathID], on volume: Volume = .thisMachine) throws(StoreError) {
        guard !paths.isEmpty else { return }
        let filter = try filter(of: volume)
        // In the order of their numbers: all writers change rows in the same order.
        for path in paths.sorted() {
            try connection.run(
                "UPDATE path AS p SET missing_at = ? WHERE path_id = ? AND missing_at IS NULL"
                    + filter.condition(on: "p"), .integer(now), .integer(path.value))
        }
    }
}

/// A name that was found, as the store has it from now on.
struct KeptName: Sendable {
    /// Its content.
    let image: ImageID
    /// Its row.
    let path: PathID
    /// Whether the name was missing until now.
    let wasMissing: Bool
    /// Whether nothing was known of the content before, so that no task, answer or selection can have it.
    let isNewImage: Bool
    /// The content that the name held until now, where it was another.
    let replaced: ImageID?
}

/// The numbers of the folders used last, so that a walk or a list asks for each once; a few only, so that memory
/// does not grow with the set.
struct FolderIDCache {
    private var numbers: [[UInt8]: Int64] = [:]
    private var newest: (path: [UInt8], number: Int64)?

    /// The number of a stored folder path, when it was used lately.
    subscript(path: [UInt8]) -> Int64? {
        if let newest, newest.path == path { return newest.number }
        return numbers[path]
    }

    /// Remembers a folder's number.
    mutating func remember(_ number: Int64, for path: [UInt8]) {
        if numbers.count >= 256 { numbers = [:] }
        numbers[path] = number
        newest = (path, number)
    }
}
