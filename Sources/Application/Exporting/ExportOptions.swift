package import Domain
package import Report

/// What `export` writes, and how.
package struct ExportOptions: Sendable {
    /// What stands for the pixels in a drawing.
    package enum Pixels: String, CaseIterable, Sendable {
        case embed, link, none
    }

    /// What the sidecar of `castle.jpg` is called.
    package enum SidecarName: String, CaseIterable, Sendable {
        /// `castle.jpg.xmp`.
        case ext
        /// `castle.xmp`.
        case base
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
    /// The lowest score of what is written; nil: any.
    package var minScore: Float?
    /// Whether all pictures are in one file.
    package var isOneFile: Bool
    package var sidecarName = SidecarName.ext
    package var tags = SidecarDocument.Tags()
    /// What addresses of pictures begin with in `label-studio`; nil: as it serves files of its machine.
    package var imageRoot: String?
    /// Whether JPEG files go into a PDF without their metadata.
    package var stripsMetadata = false

    /// All of a job in a format.
    package init(job: String, format: Format) {
        self.job = job
        self.format = format
        isOneFile = format.isOneFile
        minScore = format.defaultMinScore
    }

    /// All of it that decides a byte of a file, but which images are chosen.
    var key: String {
        let features = features.map(\.rawValue).sorted().joined(separator: ",")
        let score = minScore.map { String($0) } ?? "any"
        return "\(job) \(format.rawValue) \(isOneFile) \(pixels.rawValue) \(frame.rawValue) \(features) \(score) "
            + "\(sidecarName.rawValue) \(tags.root ?? "") \(tags.hasHierarchy) \(imageRoot ?? "") \(stripsMetadata)"
    }

    /// The answers of an image that are written.
    func chosen(_ answers: [ShownAnswer]) -> [ShownAnswer] {
        let wanted = answers.filter {
            (features.isEmpty || features.contains($0.recipe.feature))
                && format.features?.contains($0.recipe.feature) != false
        }
        if format.isText {
            return (wanted.first(where: \.recipe.isPerson) ?? wanted.withOneText.first).map { [$0] } ?? []
        }
        return features.isEmpty ? wanted.withOneText : wanted
    }
}
