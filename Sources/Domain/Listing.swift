package import Platform

/// The wanted files of one folder, as they stood when it was read.
package struct Listing: Equatable, Sendable {
    /// The folder, absolute and normalized.
    package var folder: FilePath
    /// The wanted files in byte order of their names, each once.
    package var files: [ListedFile]
    /// Whether this is everything a source wants of the folder, and not a part of a list.
    package var isWhole: Bool
    /// How the source wants them read.
    package var reading: Reading
    /// The part of the source's images that the job takes; nil: all of them.
    package var share: ImageShare?

    /// A listing.
    package init(
        folder: FilePath, files: [ListedFile], isWhole: Bool, reading: Reading = Reading(), share: ImageShare? = nil
    ) {
        self.folder = folder
        self.files = files
        self.isWhole = isWhole
        self.reading = reading
        self.share = share
    }
}

/// A file by name, with the facts that show a change without reading it.
package struct ListedFile: Equatable, Sendable {
    /// The name within its folder, as bytes.
    package var name: [UInt8]
    /// Length in bytes.
    package var bytes: Int64
    /// Last change, nanoseconds since 1970.
    package var modifiedNanoseconds: Int64
    /// Number on its device.
    package var inode: UInt64

    /// A listed file.
    package init(name: [UInt8], bytes: Int64, modifiedNanoseconds: Int64, inode: UInt64) {
        self.name = name
        self.bytes = bytes
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
    }
}

extension ListedFile {
    /// A file of which the system told the status.
    package init(name: [UInt8], status: FileStatus) {
        self.init(
            name: name, bytes: status.bytes, modifiedNanoseconds: status.modifiedNanoseconds, inode: status.inode)
    }
}
