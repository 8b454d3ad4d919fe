internal import Platform
internal import Domain

extension Catalog {
    /// Refuses a file that is named as a list and plainly is not one: each of its lines would be a file that is
    /// missing.
    ///
    /// A list that cannot be read is a problem of the search.
    package func refuseForeignLists() throws(CatalogError) {
        for (source, _) in sources {
            guard case .list(let path) = source else { continue }
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
