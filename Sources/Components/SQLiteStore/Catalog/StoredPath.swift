internal import Text
internal import Platform
internal import SQLite

/// A path as the store keeps it: text that any program can read, and its bytes where that text is not all.
struct StoredPath {
    /// The folder, with a closing slash.
    let folder: [UInt8]
    /// The whole path; bytes that are not valid UTF-8 are written `\xe9`.
    let text: String
    /// The whole path's bytes where they are not valid UTF-8, and otherwise empty.
    let bytes: [UInt8]

    /// The two values between which all paths below a folder of valid UTF-8 lie; bytes come after all texts.
    static func bounds(of folder: [UInt8]) -> [Value] {
        if folder.isEmpty { return [.text(""), .blob([])] }
        let text = String(decoding: folder, as: UTF8.self)
        return [.text(text), .text(text.dropLast() + "0")]
    }

    /// A name in a folder.
    init(folder: [UInt8], name: [UInt8]) {
        self.folder = folder
        let whole = folder + name
        if let valid = String(validating: whole, as: UTF8.self) {
            (text, bytes) = (valid, [])
        } else {
            (text, bytes) = (readable(whole), whole)
        }
    }
}

extension StoredPath: Comparable {
    /// The order of the index over a folder's names.
    static func < (left: StoredPath, right: StoredPath) -> Bool {
        if left.text == right.text { return left.bytes.lexicographicallyPrecedes(right.bytes) }
        return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension Row {
    /// The bytes of a stored path, from its columns `path` and `path_bytes`, which stand side by side.
    func path(_ column: Int32) -> [UInt8] {
        byteCount(column + 1) > 0 ? blob(column + 1) : textBytes(column)
    }
}

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
