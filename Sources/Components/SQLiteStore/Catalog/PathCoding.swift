internal import Platform

/// How paths are written in a store: below the store's own folder they are relative to it, elsewhere absolute.
///
/// So a store that moves together with its pictures still knows them, and queries show short names. An address is
/// written as it is, cut behind its last slash.
struct PathCoding {
    /// The store's folder, absolute, links resolved.
    let home: FilePath

    /// A folder as stored: with a closing slash; empty for the store's own folder.
    func stored(folder: FilePath) -> [UInt8] {
        if folder == home { return [] }
        let path = folder.relative(to: home) ?? folder
        return path.bytes.last == slash ? path.bytes : path.bytes + [slash]
    }

    /// A file or an address as stored.
    func stored(_ path: FilePath) -> StoredPath {
        guard path.isAddress, let cut = path.bytes.lastIndex(of: slash) else {
            return StoredPath(folder: stored(folder: path.directory), name: path.name.bytes)
        }
        return StoredPath(folder: Array(path.bytes[...cut]), name: Array(path.bytes[(cut + 1)...]))
    }

    /// The absolute path, or the address, of a stored path.
    func absolute(_ stored: [UInt8]) -> FilePath {
        let path = FilePath(bytes: stored)
        return path.isAddress ? path : home.appending(path)
    }
}

private let slash = UInt8(ascii: "/")
