package import Domain
package import Platform

/// A folder with names that no source of a submission's job gives, and none of another job either, as far as is known.
package struct FormerFolder: Sendable {
    /// Its number.
    package let id: FolderID
    /// The folder, absolute.
    package let path: FilePath
    /// What `FolderCheck` had when it was looked at last; nil where it never was.
    package let checkedAt: Int64?

    /// A folder.
    package init(id: FolderID, path: FilePath, checkedAt: Int64?) {
        self.id = id
        self.path = path
        self.checkedAt = checkedAt
    }
}

/// A name in a former folder.
package struct FormerName: Sendable {
    /// Its number.
    package let id: PathID
    /// The file.
    package let path: FilePath
    /// When it was found first, by the store's clock.
    package let firstSeenAt: Timestamp
    /// Whether it is marked as missing.
    package let isMissing: Bool

    /// A name.
    package init(id: PathID, path: FilePath, firstSeenAt: Timestamp, isMissing: Bool) {
        self.id = id
        self.path = path
        self.firstSeenAt = firstSeenAt
        self.isMissing = isMissing
    }
}

/// That the names of a former folder were looked for: as long as it is the same, they need no second look.
package struct FolderCheck: Equatable, Sendable {
    /// The folder.
    package let folder: FolderID
    /// A number of the caller's that is another one when the folder has changed.
    package let at: Int64

    /// A look at a folder.
    package init(_ folder: FolderID, at: Int64) {
        self.folder = folder
        self.at = at
    }
}
