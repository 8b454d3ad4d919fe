package import Domain

/// What is queued of a job and not begun.
package struct QueuedWork: Equatable, Sendable {
    /// Images that were queued for one reason.
    package struct Part: Equatable, Sendable {
        /// The reason's word, as in the view `tasks`.
        package var reason: String
        /// Whether they were queued before the mark.
        package var isEarlier: Bool
        /// How many images.
        package var images: Int

        /// Images of one reason.
        package init(reason: String, isEarlier: Bool, images: Int) {
            self.reason = reason
            self.isEarlier = isEarlier
            self.images = images
        }
    }

    /// Images by reason, the most first.
    package var parts: [Part] = []
    /// Units by feature that they ask for, one for each image and recipe without an answer.
    package var units: [FeatureType: Int] = [:]

    /// Nothing.
    package init() {}
}
