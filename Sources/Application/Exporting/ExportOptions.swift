package import Domain
package import Report

/// What `export` writes, and how.
package struct ExportOptions: Sendable {
    /// The formats that are written.
    package enum Format: String, CaseIterable, Sendable {
        case svg, html, txt, hocr, alto, coco
        case visionJSON = "vision-json"

        /// Whether it is one file for all pictures.
        package var isOneFile: Bool { self == .coco }
        /// Whether it is of the text alone, and shows no picture.
        package var isText: Bool { self == .txt || self == .hocr || self == .alto }
        /// Whether it can be in the frame of the file as well.
        package var hasFrames: Bool { self == .hocr || self == .alto || self == .coco }

        /// What stands behind the picture's name in that of its file.
        var suffix: String {
            switch self {
            case .alto: ".alto.xml"
            case .visionJSON: ".json"
            default: ".\(rawValue)"
            }
        }

        /// Whether it shows pixels.
        package var hasPixels: Bool { self == .svg || self == .html }
    }

    /// What stands for the pixels in a drawing.
    package enum Pixels: String, CaseIterable, Sendable {
        case embed, link, none
    }

    package let job: String
    package let format: Format
    package var pixels = Pixels.embed
    /// In whose pixels places are.
    package var frame = PictureFrame.Kind.upright
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

    /// Whether an annotation is written, by its score; one without a score is.
    func shows(_ annotation: Annotation) -> Bool {
        guard let minScore, let score = annotation.score else { return true }
        return score >= minScore
    }

    /// What of an image's answers is written.
    func shown(_ answers: [ShownAnswer]) -> [ShownAnswer] {
        if format.isText { return answers.theText(of: features).map { [$0] } ?? [] }
        let wanted = features.isEmpty ? answers.withOneText : answers.filter { features.contains($0.recipe.feature) }
        return minScore.map { score in wanted.map { $0.with(minScore: score) } } ?? wanted
    }
}

extension [ShownAnswer] {
    /// The one reading of the text: a person's, else of two text features the one for documents.
    ///
    /// - Parameter features: only of these; empty: of any.
    fileprivate func theText(of features: Set<FeatureType>) -> ShownAnswer? {
        let texts = filter {
            [.textDetection, .documentTextDetection].contains($0.recipe.feature)
                && (features.isEmpty || features.contains($0.recipe.feature))
        }
        return texts.first(where: \.recipe.isPerson) ?? texts.withOneText.first
    }
}
