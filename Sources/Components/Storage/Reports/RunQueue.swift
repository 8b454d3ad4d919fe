package import Domain

/// What the queued images of a run lack.
package struct RunQueue: Equatable, Sendable {
    /// Queued images that lack answers to the same features.
    package struct Part: Equatable, Sendable {
        /// The features, one unit each; empty where all was answered meanwhile.
        package let features: [FeatureType]
        /// How many images.
        package let images: Int

        /// Images that lack answers to the same features.
        package init(_ features: [FeatureType], images: Int) {
            (self.features, self.images) = (features, images)
        }
    }

    /// Images by what they lack.
    package var parts: [Part] = []
    /// Those of them that workers hold which are known to be dead: the next worker queues them again.
    package var abandoned = 0

    /// Nothing.
    package init() {}
}
