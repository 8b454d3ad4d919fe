internal import Platform

/// A file that a source names.
struct NamedFile: Sendable {
    /// The file, or an address on the web.
    let path: FilePath
    /// Its place among all names in the order in which the sources give them.
    let place: Int64
}
