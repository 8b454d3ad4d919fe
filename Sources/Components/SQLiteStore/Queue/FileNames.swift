internal import SQLite
internal import Storage
internal import Domain

/// The names under which workers look for the content of an image.
struct FileNames: Reader {
    let database: Database

    /// The first names of an image's content, but for those that are gone; the task's own first.
    ///
    /// - Parameters:
    ///   - own: the name that the task was queued by.
    ///   - filter: which names the worker can open.
    func firstLocations(of image: Int64, own: Int64, _ filter: VolumeFilter)
        throws(StoreError) -> (locations: [FileLocation], hasMore: Bool)
    {
        let others = try names(of: image, excluding: own, after: 0, limit: firstNames, filter)
        return (try name(own, of: image, filter) + others, others.count == firstNames)
    }

    /// The next names of a claim's content that are not known to be gone, by number.
    ///
    /// - Parameters:
    ///   - last: the last of those that were looked at.
    ///   - volume: whose paths the worker can open.
    func locations(of claim: Claim, after last: PathID, on volume: Volume = .thisMachine)
        throws(StoreError) -> [FileLocation]
    {
        let own = claim.locations.first?.id.value ?? 0
        return try names(
            of: claim.image.value, excluding: own, after: last.value, limit: moreNames, try filter(of: volume))
    }

    /// The first names of an image that are not known to be gone, by number.
    func locations(of image: ImageID, on volume: Volume = .thisMachine) throws(StoreError) -> [FileLocation] {
        try names(of: image.value, excluding: 0, after: 0, limit: firstNames, try filter(of: volume))
    }

    /// One name, where it still holds the image.
    private func name(_ path: Int64, of image: Int64, _ filter: VolumeFilter) throws(StoreError) -> [FileLocation] {
        try connection.all(
            """
            SELECT p.path_id, \(pathBytes), p.bytes, p.modified_ns, p.inode, f.reading
            FROM path AS p JOIN folder AS f USING (folder_id)
            WHERE p.path_id = ? AND p.image_id = ? AND p.replaced_at IS NULL\(filter.condition(on: "p"))
            """, .integer(path), .integer(image), read: location)
    }

    private func names(of image: Int64, excluding own: Int64, after last: Int64, limit: Int, _ filter: VolumeFilter)
        throws(StoreError) -> [FileLocation]
    {
        try connection.all(
            """
            SELECT p.path_id, \(pathBytes), p.bytes, p.modified_ns, p.inode, f.reading
            FROM path AS p JOIN folder AS f USING (folder_id)
            WHERE p.image_id = ? AND p.path_id <> ? AND p.path_id > ? AND p.missing_at IS NULL
                AND p.replaced_at IS NULL\(filter.condition(on: "p"))
            ORDER BY p.path_id LIMIT ?
            """, .integer(image), .integer(own), .integer(last), Value(limit), read: location)
    }

    private func location(_ row: Row) -> FileLocation {
        FileLocation(
            id: PathID(row.integer(0)), path: paths.absolute(row.blob(1)), reading: Reading(code: row.integer(5)),
            bytes: row.bits(2), modifiedNanoseconds: row.bits(3), inode: UInt64(bitPattern: row.bits(4)))
    }
}

/// Names that come with a claim besides the task's own.
private let firstNames = 15
/// Names that are brought at a time when none of the first ones holds the content.
private let moreNames = 256
