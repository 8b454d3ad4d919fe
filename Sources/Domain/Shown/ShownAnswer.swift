/// An answer that a job's rows show: the newest one to a recipe, or a person's in its place.
package struct ShownAnswer: Sendable {
    package let id: ResultID
    package let recipe: ShownRecipe
    package let annotatedAt: Timestamp
    /// What is in it, in the order of its annotations' numbers.
    package let annotations: [Annotation]
    /// Its text as it is read, in parts; none where it has no text.
    package let passages: [String]

    /// An answer.
    package init(
        id: ResultID, recipe: ShownRecipe, annotatedAt: Timestamp, annotations: [Annotation], passages: [String] = []
    ) {
        self.id = id
        self.recipe = recipe
        self.annotatedAt = annotatedAt
        self.annotations = annotations
        self.passages = passages
    }

    /// The number of one of its annotations in the views.
    ///
    /// - Parameter place: its index in `annotations`.
    package func annotationID(at place: Int) -> Int64 { id.value << 20 | Int64(place) }
}

/// What is told of a recipe beside its answers.
package struct ShownRecipe: Equatable, Sendable {
    package let feature: FeatureType
    package let backend: String
    package let model: String
    /// Whether its answers are people's corrections.
    package let isPerson: Bool

    /// A recipe.
    package init(feature: FeatureType, backend: String, model: String, isPerson: Bool = false) {
        self.feature = feature
        self.backend = backend
        self.model = model
        self.isPerson = isPerson
    }
}
