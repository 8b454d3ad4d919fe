package import Platform
package import Domain

/// An image that was found, with what was learnt by reading it.
package struct IdentifiedImage: Sendable {
    /// What is known of the content.
    package enum Content: Sendable {
        /// A file's, as of its status when it was read; a file on the web has 0 for what its server does not say.
        case file(ImageIdentity, ListedFile)
        /// An object that is handed on by its name, `gs://bucket/a.jpg`: its bytes are not here, and it is known by the
        /// digest of its name.
        case reference
    }

    /// The file or the address.
    package let path: FilePath
    /// Its place in the order of the sources.
    package let place: Int64
    /// What is known of its content.
    package let content: Content

    /// An image.
    package init(path: FilePath, place: Int64, content: Content) {
        self.path = path
        self.place = place
        self.content = content
    }
}
