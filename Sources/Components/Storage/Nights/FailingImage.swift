package import Platform

/// An image that fails, with its reason.
package struct FailingImage: Equatable, Sendable {
    /// Its name.
    package let path: FilePath
    /// The reason, as one clause.
    package let message: String

    /// An image.
    package init(path: FilePath, message: String) {
        self.path = path
        self.message = message
    }
}
