internal import SQLite
internal import Domain

/// A listing's files in the order in which the store's index has a folder's names.
struct SortedNames: Sequence {
    private let files: [ListedFile]
    private let folder: [UInt8]
    /// Where some path is not valid UTF-8: every file's stored path, by its place in the listing.
    private let paths: [StoredPath]?
    /// The places in that order; nil where it is the listing's own.
    private let places: [Int]?

    init(_ files: [ListedFile], in folder: [UInt8]) {
        self.files = files
        self.folder = folder
        let isPlain = isValid(folder) && files.allSatisfy { isValid($0.name) }
        let paths = isPlain ? nil : files.map { StoredPath(folder: folder, name: $0.name) }
        self.paths = paths
        places = paths.map { paths in paths.indices.sorted { paths[$0] < paths[$1] } }
    }

    /// The files with their places in the listing.
    func makeIterator() -> AnyIterator<(index: Int, file: ListedFile)> {
        var next = 0
        return AnyIterator {
            guard next < files.count else { return nil }
            defer { next += 1 }
            let index = places?[next] ?? next
            return (index, files[index])
        }
    }

    /// The order of a row, whose first columns are a stored path and its bytes, and of a file of the listing: negative,
    /// zero or positive.
    func order(of row: Row, and index: Int) -> Int {
        if let path = paths?[index] {
            let order = row.compare(0, with: Array(path.text.utf8))
            return order == 0 ? row.compare(1, with: path.bytes) : order
        }
        let order = row.compare(0, after: folder.count, with: files[index].name)
        return order == 0 ? row.byteCount(1) : order
    }
}

private func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
}
