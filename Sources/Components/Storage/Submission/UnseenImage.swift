package import Domain

/// A member of a job's selection of which a submission has seen no name.
package struct UnseenImage: Sendable {
    /// The image.
    package let image: ImageID
    /// The name that the member has.
    package let path: PathID
    /// All its names, in their order.
    package let names: [UnseenName]
    /// Whether it is marked as missing already.
    package let isMissing: Bool

    /// A member.
    package init(image: ImageID, path: PathID, names: [UnseenName], isMissing: Bool = false) {
        self.image = image
        self.path = path
        self.names = names
        self.isMissing = isMissing
    }
}
