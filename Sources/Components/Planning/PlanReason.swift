package import Crypto

/// Why a plan asks about an image, in words that outlive the store's numbers.
package struct PlanReason: Hashable, Sendable {
    /// The reasons without what was before; the raw value is the word of the view `tasks`, see `QueueReason`.
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
        package var isAskedOtherwise: Bool { self == .featureAdded || differsFromRecipe }

        /// Whether something was before: an image's bytes or a recipe.
        fileprivate var hasOrigin: Bool { self == .bytesChanged || differsFromRecipe }

        private var differsFromRecipe: Bool { self == .modelChanged || self == .parametersChanged }

        /// The reason as people read it behind a number: `20 changed`, `4 failed before`.
        package var words: String {
            switch self {
            case .bytesChanged: "changed"
            case .modelChanged: "of another model"
            case .parametersChanged: "of other parameters"
            case .featureAdded: "of another feature"
            default: rawValue.replacing("_", with: " ")
            }
        }
    }

    package let kind: Kind
    /// What was before: the digest of an image's bytes or of a recipe.
    package let origin: Digest?

    /// It has no answer to something that is asked.
    package static let new = PlanReason()

    private init() { (kind, origin) = (.new, nil) }

    /// A reason from its parts; nil where a digest is lacking, or stands where there is nothing before.
    package init?(_ kind: Kind, origin: Digest?) {
        guard kind.hasOrigin == (origin != nil) else { return nil }
        (self.kind, self.origin) = (kind, origin)
    }
}
