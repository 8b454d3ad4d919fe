package import Domain

/// An answer as the store keeps it.
package struct KeptAnswer: Equatable, Sendable {
    package let feature: FeatureType
    package let generation: Int
    /// What is in it, in its order.
    package let annotations: [Annotation]
    /// Its text as it is read, in parts; see `[Annotation].passages`.
    package let passages: [Passage]

    /// An answer.
    package init(feature: FeatureType, generation: Int, annotations: [Annotation], passages: [Passage]) {
        self.feature = feature
        self.generation = generation
        self.annotations = annotations
        self.passages = passages
    }
}
