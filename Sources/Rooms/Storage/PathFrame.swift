internal import Platform

/// How paths are written in a store: below the store's own folder they are relative to it, elsewhere absolute.
///
/// So a store that moves together with its pictures goes on knowing them, and queries show short names.
struct PathFrame {
    /// The store's folder, absolute, links resolved.
    let home: FilePath

    /// A folder as stored: with a closing slash; empty for the store's own folder.
    func stored(folder: FilePath) -> [UInt8] {
        if folder == home { return [] }
        let path = folder.relative(to: home) ?? folder
        return path.bytes.last == slash ? path.bytes : path.bytes + [slash]
    }

    /// The absolute path of a stored folder and a name in it.
    func absolute(folder: [UInt8], name: [UInt8]) -> FilePath {
        home.appending(FilePath(bytes: folder + name))
    }
}

private let slash = UInt8(ascii: "/")
