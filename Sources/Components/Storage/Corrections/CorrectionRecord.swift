package import Domain

/// A correction as the view `corrections` shows it.
package struct CorrectionRecord: Equatable, Sendable {
    /// What became of it.
    package enum State: String, Sendable {
        /// The job's rows show it.
        case shown
        /// A later one has taken its place, its image has left the selection, or the job does not ask its feature.
        case outdated
        case undone
    }

    package let image: ImageID
    /// The image's last name in the job, as the views show it.
    package let path: String
    package let feature: FeatureType
    package let generation: Int
    package let state: State
    package let author: String
    package let savedAt: Timestamp

    /// A record.
    package init(
        image: ImageID, path: String, feature: FeatureType, generation: Int, state: State, author: String,
        savedAt: Timestamp
    ) {
        self.image = image
        self.path = path
        self.feature = feature
        self.generation = generation
        self.state = state
        self.author = author
        self.savedAt = savedAt
    }
}
