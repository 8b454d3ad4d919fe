package import Domain

/// An image of a job's selection.
package struct JobMember: Equatable, Sendable {
    package let image: ImageID
    /// Its name as the views show it.
    package let path: String
    /// The size of the turned picture; nil where it is not known.
    package let size: Size?

    /// A member.
    package init(image: ImageID, path: String, size: Size?) {
        self.image = image
        self.path = path
        self.size = size
    }
}
