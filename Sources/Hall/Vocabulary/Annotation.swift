/// One thing that a backend saw in an image.
package struct Annotation: Equatable, Sendable {
    /// The kinds that exist; each has its columns in the views.
    package enum Kind: String, Sendable, CaseIterable {
        case label, object
    }

    /// What it is.
    package var kind: Kind
    /// Its place among its kind in the answer, from 0, best first.
    package var rank: Int
    /// The words: `lighthouse`.
    package var description: String
    /// The machine-generated entity id, where the model has them: `/m/04h7h`.
    package var mid: String?
    /// Confidence, 0...1, as the model's own 32-bit value.
    package var score: Float?
    /// The corners in pixels of the upright original, empty where the annotation is of the whole picture.
    package var polygon: [Point]

    /// An annotation.
    package init(
        kind: Kind, rank: Int, description: String, mid: String? = nil, score: Float?, polygon: [Point] = []
    ) {
        self.kind = kind
        self.rank = rank
        self.description = description
        self.mid = mid
        self.score = score
        self.polygon = polygon
    }
}

/// The answer to one work key: annotations, and the raw response they were read from.
package struct Answer: Equatable, Sendable {
    /// The recipe that was asked.
    package var recipe: Recipe
    /// What was seen, best first.
    package var annotations: [Annotation]
    /// The response as it came (a local model: its output tensors' bytes, one behind the other).
    package var raw: [UInt8]

    /// An answer.
    package init(recipe: Recipe, annotations: [Annotation], raw: [UInt8]) {
        self.recipe = recipe
        self.annotations = annotations
        self.raw = raw
    }
}
