package import Platform
package import Domain

/// A name that the store has and that a submission has not seen.
package struct UnseenName: Sendable {
    /// Its number.
    package let id: PathID
    /// The file or the address.
    package let path: FilePath
    /// Whether a list of this submission gives it and it was not there.
    package let isListed: Bool

    /// A name.
    package init(id: PathID, path: FilePath, isListed: Bool) {
        self.id = id
        self.path = path
        self.isListed = isListed
    }
}
