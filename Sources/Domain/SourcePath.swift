package import Platform

/// A file or a folder of a source, with how the source wants files read.
package struct SourcePath: Hashable, Sendable {
    package let path: FilePath
    package let reading: Reading

    /// A path that is read in some way.
    package init(_ path: FilePath, as reading: Reading = Reading()) {
        self.path = path
        self.reading = reading
    }
}
