package import Domain

/// An image, with what was decided about it.
package struct PlannedImage: Sendable {
    /// Where the image was found.
    package enum Source: Sendable {
        /// It was read, or is handed on by its name.
        case identified(IdentifiedImage)
        /// Its name is known, and need not be read again.
        case known(ImageID, PathID, place: Int64)
    }

    /// Where it was found.
    package let source: Source
    /// The image, where the store had it when this was decided.
    package let image: ImageID?
    /// What the image needs, and why.
    package let decision: ImageDecision
    /// Whether the content was seen by another name before, as far as that is known when it is decided.
    package let isCopy: Bool

    /// An image with a decision.
    package init(source: Source, image: ImageID?, decision: ImageDecision, isCopy: Bool = false) {
        self.source = source
        self.image = image
        self.decision = decision
        self.isCopy = isCopy
    }
}
