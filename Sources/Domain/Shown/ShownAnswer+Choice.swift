extension [ShownAnswer] {
    /// The same with one reading of the text: of two text features the one for documents.
    package var withOneText: [ShownAnswer] {
        let hasDocument = contains { $0.recipe.feature == .documentTextDetection }
        return hasDocument ? filter { $0.recipe.feature != .textDetection } : self
    }
}

extension ShownAnswer {
    /// The same without annotations whose score is lower than asked; those without a score stay.
    package func with(minScore: Float) -> ShownAnswer {
        ShownAnswer(
            id: id, recipe: recipe, annotatedAt: annotatedAt,
            annotations: annotations.filter { $0.reaches(minScore) }, passages: passages)
    }
}

extension Annotation {
    /// Whether its score is not lower than asked; one without a score is not.
    package func reaches(_ minScore: Float?) -> Bool {
        guard let minScore, let score else { return true }
        return score >= minScore
    }
}
