internal import Platform

/// The files of one folder that must be read, to be taken one after another.
///
/// Their names are the listing's own, so that a folder of a million new files is not in memory twice.
struct Unread {
    private let folder: FilePath
    private var names: [[UInt8]]

    /// Files by their names, in order.
    init(in folder: FilePath, names: [[UInt8]]) {
        self.folder = folder
        self.names = names.reversed()
    }

    /// Whether none is left.
    var isEmpty: Bool { names.isEmpty }

    /// The next file; nil when none is left.
    mutating func next() -> FilePath? { names.popLast().map { folder.appending(FilePath(bytes: $0)) } }
}
