package import Domain

/// Images of which the same features are asked, each in one request.
package struct FeatureAsk: Equatable, Sendable {
    /// What is asked of each image: one unit for each entry.
    package let features: [FeatureType]
    /// How many images.
    package let images: Int

    /// Some images; fewer than 0 count as none.
    package init(_ features: [FeatureType], images: Int) {
        self.features = features
        self.images = max(0, images)
    }
}
