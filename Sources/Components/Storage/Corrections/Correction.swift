package import Domain

/// A person's answer to one feature of an image.
package struct Correction: Equatable, Sendable {
    package let image: ImageID
    package let feature: FeatureType
    /// What is in the picture, in the order of its ranks; geometry in pixels of the turned original.
    package let annotations: [Annotation]
    /// The generation of the correction that was current when this one was begun, 0: none was; nil: any may be by now.
    package let base: Int?

    /// A correction.
    package init(image: ImageID, feature: FeatureType, annotations: [Annotation], base: Int?) {
        self.image = image
        self.feature = feature
        self.annotations = annotations
        self.base = base
    }
}
