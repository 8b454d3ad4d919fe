package import Crypto
package import Domain

/// Why a plan asks about an image, in words that outlive the store's numbers.
package enum PlanReason: Hashable, Sendable {
    /// It has no answer to something that is asked.
    case new
    /// Its name held other content before.
    case bytesChanged(from: Digest)
    /// The job asked another model before, or another version of it.
    case modelChanged(from: Digest)
    /// The job asked the same model with other parameters, or of a picture that was prepared otherwise.
    case parametersChanged(from: Digest)
    /// The job asks a feature that it did not ask before.
    case featureAdded
    /// It failed before, and failures are tried again.
    case failedBefore
    /// An answer is older than `refresh.olderThan`.
    case tooOld
    /// It is asked again whatever is known.
    case forced

    /// The reasons without what was before; the raw value is the word of the view `tasks`.
    package enum Kind: String, CaseIterable, Sendable {
        case new
        case bytesChanged = "bytes_changed"
        case modelChanged = "model_changed"
        case parametersChanged = "parameters_changed"
        case featureAdded = "feature_added"
        case failedBefore = "failed_before"
        case tooOld = "too_old"
        case forced

        /// Whether the job asks otherwise than before.
        package var isAskedOtherwise: Bool {
            switch self {
            case .modelChanged, .parametersChanged, .featureAdded: true
            case .new, .bytesChanged, .failedBefore, .tooOld, .forced: false
            }
        }

        /// The reason as people read it behind a number: `20 changed`, `4 failed before`.
        package var words: String {
            switch self {
            case .bytesChanged: "changed"
            case .modelChanged: "of another model"
            case .parametersChanged: "of other parameters"
            case .featureAdded: "of another feature"
            case .new, .failedBefore, .tooOld, .forced: String(rawValue.map { $0 == "_" ? " " : $0 })
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .new: .new
        case .bytesChanged: .bytesChanged
        case .modelChanged: .modelChanged
        case .parametersChanged: .parametersChanged
        case .featureAdded: .featureAdded
        case .failedBefore: .failedBefore
        case .tooOld: .tooOld
        case .forced: .forced
        }
    }

    /// What was before: the digest of an image's bytes or of a recipe.
    package var origin: Digest? {
        switch self {
        case .bytesChanged(let image): image
        case .modelChanged(let recipe), .parametersChanged(let recipe): recipe
        case .new, .featureAdded, .failedBefore, .tooOld, .forced: nil
        }
    }

    /// A reason from its parts; nil where a digest is lacking, or stands where there is nothing before.
    package init?(_ kind: Kind, origin: Digest?) {
        switch (kind, origin) {
        case (.new, nil): self = .new
        case (.bytesChanged, let image?): self = .bytesChanged(from: image)
        case (.modelChanged, let recipe?): self = .modelChanged(from: recipe)
        case (.parametersChanged, let recipe?): self = .parametersChanged(from: recipe)
        case (.featureAdded, nil): self = .featureAdded
        case (.failedBefore, nil): self = .failedBefore
        case (.tooOld, nil): self = .tooOld
        case (.forced, nil): self = .forced
        default: return nil
        }
    }

    /// The reason of a decision; nil where the store does not know the image or the recipe that was before.
    package init?(_ reason: QueueReason, image: (ImageID) -> Digest?, recipe: (RecipeID) -> Digest?) {
        guard let kind = Kind(rawValue: reason.word) else { return nil }
        let origin: Digest? =
            switch reason {
            case .bytesChanged(let before): image(before)
            case .modelChanged(let before), .parametersChanged(let before): recipe(before)
            default: nil
            }
        self.init(kind, origin: origin)
    }
}
