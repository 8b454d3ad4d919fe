internal import Platform
internal import Domain

/// A file that a source names.
struct NamedFile: Sendable {
    /// The file, or an address on the web.
    let path: FilePath
    /// How its source wants it read.
    var reading = Reading()
    /// The part of its source's images that the job takes; nil: all of them.
    var share: ImageShare?
    /// Its place among all names in the order in which the sources give them.
    let order: Int64
}

/// The files of one folder that must be read, one after another.
///
/// Their names are the listing's own, so that a folder of a million new files is not in memory twice.
struct PendingFiles {
    private let folder: SourcePath
    private let share: ImageShare?
    private var names: [(name: [UInt8], order: Int64)]

    /// No files.
    init() {
        folder = SourcePath(FilePath(""))
        share = nil
        names = []
    }

    /// Files by their names, in order, with their places in the order of the sources.
    init(in folder: SourcePath, share: ImageShare?, names: [(name: [UInt8], order: Int64)]) {
        self.folder = folder
        self.share = share
        self.names = names.reversed()
    }

    /// Whether none is left.
    var isEmpty: Bool { names.isEmpty }

    /// The next file; nil when none is left.
    mutating func next() -> NamedFile? {
        names.popLast().map {
            NamedFile(
                path: folder.path.appending(FilePath(bytes: $0.name)), reading: folder.reading, share: share,
                order: $0.order)
        }
    }
}
