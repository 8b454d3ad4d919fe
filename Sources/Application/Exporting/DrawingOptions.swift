package import Domain

/// What `export` draws, and how.
package struct DrawingOptions: Sendable {
    /// The formats in which a picture is drawn.
    package enum Format: String, CaseIterable, Sendable {
        case svg, html
    }

    /// What stands for the pixels in a drawing.
    package enum Pixels: String, CaseIterable, Sendable {
        case embed, link, none
    }

    package let job: String
    package let format: Format
    package var pixels = Pixels.embed
    /// Only these images; nil: all.
    package var only: ImageSelection?
    /// Only what these features brought; empty: all.
    package var features: Set<FeatureType> = []
    /// The lowest score of what is drawn; nil: any.
    package var minScore: Float?

    /// All of a job in a format.
    package init(job: String, format: Format) {
        self.job = job
        self.format = format
    }

    /// What of an image's answers is drawn.
    func shown(_ answers: [ShownAnswer]) -> [ShownAnswer] {
        let wanted = features.isEmpty ? answers.withOneText : answers.filter { features.contains($0.recipe.feature) }
        return minScore.map { score in wanted.map { $0.with(minScore: score) } } ?? wanted
    }
}
