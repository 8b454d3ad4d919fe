package import Platform

/// A name of some content, with the facts that show whether the file is still the one that was read.
package struct FileLocation: Sendable {
    /// Its row.
    package let id: PathID
    /// The file, absolute.
    package let path: FilePath
    /// How its source wants it read.
    package let reading: Reading
    /// Length when it was read.
    package let bytes: Int64
    /// Last change when it was read, nanoseconds since 1970.
    package let modifiedNanoseconds: Int64
    /// Inode when it was read.
    package let inode: UInt64

    /// Whether the file's status is the one it had when it was read.
    package func matches(_ status: FileStatus) -> Bool {
        bytes == status.bytes && modifiedNanoseconds == status.modifiedNanoseconds && inode == status.inode
    }

    /// A value of these parts.
    package init(
        id: PathID, path: FilePath, reading: Reading = Reading(), bytes: Int64, modifiedNanoseconds: Int64,
        inode: UInt64
    ) {
        self.id = id
        self.path = path
        self.reading = reading
        self.bytes = bytes
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
    }
}

/// Where paths are: on a store that several machines share, the same path of two machines may be two files.
package struct Volume: Hashable, Sendable {
    /// The name; empty on one machine.
    package let name: String

    /// A volume.
    package init(_ name: String) {
        self.name = name
    }

    /// The only volume of a store that one machine uses.
    package static let thisMachine = Volume("")
}
