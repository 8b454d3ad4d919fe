import Domain

/// A word of a page of text; where a model tells no words, the smallest part that it tells.
struct DocumentWord {
    /// The number of its annotation in the views.
    let id: Int64
    let text: String
    /// Its corners in reading order, in pixels of the upright picture.
    let corners: [Point]
    /// What the model gives for it, where that is a probability.
    let confidence: Float?
    /// Whether white space follows it in the text.
    var hasSpace = false
    /// The whole word, where it is divided between two lines.
    var whole: String?

    /// The word of an annotation.
    init(id: Int64, _ annotation: Annotation) {
        self.id = id
        text = annotation.description
        corners = annotation.polygon
        confidence = annotation.score.flatMap { (0...1).contains($0) ? $0 : nil }
    }
}
