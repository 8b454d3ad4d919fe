internal import SQLite
internal import Storage
internal import Domain

extension ImageCatalog {
    /// Notes that a name is gone, or is there again (nil): in all readings, since it is one file.
    func setMissing(_ path: PathID, at moment: Int64?) throws(StoreError) {
        try connection.run(
            "UPDATE path SET missing_at = ?2 WHERE (missing_at IS NULL) <> (?2 IS NULL) AND path_id IN (\(allReadings))",
            .integer(path.value), Value(moment))
    }

    /// Keeps what told last whether a former folder's names are there; nil: nothing does.
    func setChecked(_ folder: Int64, at number: Int64?) throws(StoreError) {
        try connection.run(
            "UPDATE folder SET checked_ns = ?2 WHERE folder_id = ?1 AND checked_ns IS NOT ?2", .integer(folder),
            Value(number))
    }

    /// The rows of a name in all readings.
    func readings(of path: PathID) throws(StoreError) -> [PathID] {
        try connection.all(allReadings, .integer(path.value)) { PathID($0.integer(0)) }
    }

    /// The number of a folder as it is stored; a new one is kept.
    func folderID(of stored: [UInt8], in scope: FolderScope) throws(StoreError) -> Int64 {
        if let known = try database.catalog.knownFolderID(of: stored, in: scope) { return known }
        try connection.run(
            "INSERT INTO folder (volume, reading, path) VALUES (?, ?, ?)", .text(scope.volume.name),
            .integer(scope.reading.code), .blob(stored))
        let made = connection.lastInsertedRow
        database.caches.otherReadings = [:]
        database.caches.folderIDs[scope, default: FolderIDCache()].remember(made, for: stored)
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
    /// The image in it.
    let image: ImageID
    /// Its row.
    let path: PathID
    /// Whether the name was missing until now.
    let wasMissing: Bool
    /// Whether nothing was known of the image before, so that no task, answer or selection can have it.
    let isNewImage: Bool
    /// The image that the name held until now, where it was another.
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

/// Selects the rows of the name of row ?1 in all readings, but for what they held before.
private let allReadings = """
    SELECT o.path_id FROM path AS p JOIN folder AS f ON f.folder_id = p.folder_id
    JOIN folder AS g ON g.volume = f.volume AND g.path = f.path
    JOIN path AS o ON o.path = p.path AND o.path_bytes = p.path_bytes AND o.folder_id = g.folder_id
        AND o.replaced_at IS NULL
    WHERE p.path_id = ?1
    """
