internal import Platform
internal import Domain

extension Catalog {
    /// Refuses a file that is named as a list and plainly is not one: each of its lines would be a file that is
    /// missing.
    ///
    /// A list that cannot be read is a problem of the search.
    package func refuseForeignLists() throws(CatalogError) {
        for source in sources {
            guard case .list(let path) = source.location else { continue }
            let file = directory.appending(path).normalized
            if let kind = Catalog.foreignKind(of: file) { throw .notAList(file, kind) }
        }
    }

    /// What a file is that is not text; nil where it may be a list, and where it cannot be read.
    static func foreignKind(of file: FilePath) -> FileKind? {
        guard (try? FileStatus(of: file))?.kind == .file, let reader = try? FileReader(file) else { return nil }
        return (try? reader.next(512)).flatMap { FileKind(binary: $0) }
    }
}

/// An address on the web as it is kept; nil for any other text.
///
/// The scheme is in lower case and a slash stands behind the host. What no server is told is cut off: blanks at the
/// end, a fragment, a user's name and password.
func webAddress(_ bytes: some Collection<UInt8>) -> FilePath? {
    let colon = bytes.prefix { $0 != UInt8(ascii: ":") }
    let scheme = String(decoding: colon, as: UTF8.self).lowercased()
    let behind = bytes.dropFirst(scheme.utf8.count)
    guard scheme == "https" || scheme == "http", behind.starts(with: "://".utf8) else { return nil }
    var rest = Array(behind.dropFirst(3).prefix { $0 != UInt8(ascii: "#") })
    while rest.last == UInt8(ascii: " ") || rest.last == UInt8(ascii: "\t") { rest.removeLast() }
    var host = Array(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
    var path = Array(rest.dropFirst(host.count))
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host.removeFirst(at + 1) }
    if path.first != UInt8(ascii: "/") { path.insert(UInt8(ascii: "/"), at: 0) }
    return FilePath(bytes: Array("\(scheme)://".utf8) + host + path)
}
