internal import Crypto
internal import Platform
internal import Domain

/// A source of a job as the catalog searches it.
struct SearchedSource: Sendable {
    let location: ImageLocation
    /// What it finds below folders; none of a source that names each of its files.
    let patterns: [PathPattern]
    /// How its files are read.
    let reading: Reading
    /// The part of its images that is taken; nil: all.
    let share: ImageShare?

    /// Reads the patterns and touches nothing.
    init(_ source: ImageSource, readsWholeFiles: Bool, in directory: FilePath) throws(CatalogError) {
        location = source.location
        var reading = source.reading
        reading.isWholeFile = readsWholeFiles
        switch source.location {
        case .glob(let text):
            (patterns, share) = (try PathPattern.parse(text, relativeTo: directory), source.share)
        case .folder(let path):
            (patterns, share) = ([PathPattern(imagesBelow: directory.appending(path))], source.share)
        case .list, .standardInput, .url: (patterns, share) = ([], source.share)
        // An object is handed on by its name and not read.
        case .gs: (patterns, share, reading) = ([], source.share, Reading())
        // Its images are read as the jobs that have them say.
        case .sql: (patterns, share, reading) = ([], nil, Reading())
        }
        self.reading = reading
    }

    /// Whether it takes an image of this digest, where it gives it.
    func takes(_ digest: Digest) -> Bool { share?.contains(digest) ?? true }

    /// Whether lines of text name its images.
    var isList: Bool {
        switch location {
        case .list, .standardInput: true
        case .glob, .folder, .gs, .url, .sql: false
        }
    }

    /// Whether rows of other jobs name its images.
    var isQuery: Bool { if case .sql = location { true } else { false } }
}
