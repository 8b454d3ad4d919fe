internal import Text
package import Crypto
package import Platform
package import Domain

/// One thing that is not as it was when a plan was pinned.
package enum PlanChange: Equatable, Sendable {
    /// The job has another name.
    case job(from: String, to: String)
    /// The manifest's bytes are others.
    case manifest(from: Digest, to: Digest)
    /// The manifest is another file.
    case manifestPath(from: FilePath, to: FilePath)
    /// The bill goes to another account; nil: nothing is billed.
    case account(from: String?, to: String?)
    /// A feature is asked in another way.
    case recipe(from: Recipe, to: Recipe)
    /// A recipe is asked that was not asked.
    case recipeAdded(Recipe)
    /// A recipe is not asked any more.
    case recipeGone(Recipe)
    /// A model is another one, or has another version; nil: there was none, or there is none any more.
    case model(from: ModelVersion?, to: ModelVersion?)
    /// A feature has another price; nil: it had none, or has none any more.
    case price(from: FeaturePrice?, to: FeaturePrice?)
    /// An image is asked about that was not.
    case imageAdded(PinnedImage)
    /// An image is not asked about any more.
    case imageDropped(PinnedImage, ImageState)
    /// An image is asked about for another reason.
    case imageReason(PinnedImage, to: PlanReason)
    /// Other recipes are asked of an image; those whose recipes moved themselves are not among them.
    case imageRecipes(PinnedImage, from: [Recipe], to: [Recipe])
}

extension PlanChange {
    /// Whether it is only that an image is new, which a plan need not ask about.
    package var isNewImage: Bool {
        guard case .imageAdded(let image) = self else { return false }
        return image.reason.kind == .new
    }
}

extension PlanChange: CustomStringConvertible {
    /// What moved, on one line: `recipe LABEL_DETECTION: maxResults 10 -> 12`.
    package var description: String {
        switch self {
        case .job(let old, let new): "job: \(readable(old)) -> \(readable(new))"
        case .manifest(let old, let new):
            "manifest: its bytes are not those of the plan (SHA-256 \(old.short) -> \(new.short))"
        case .manifestPath(let old, let new): "manifest: \(old) -> \(new)"
        case .account(let old, let new):
            "account: \(old.map { readable($0) } ?? "nothing is billed") -> \(new.map { readable($0) } ?? "nothing is billed")"
        case .recipe(let old, let new):
            "recipe \(old.feature.rawValue): \(new.differences(from: old).joined(separator: ", "))"
        case .recipeAdded(let recipe): "recipe added: \(recipe.words)"
        case .recipeGone(let recipe): "recipe gone: \(recipe.words)"
        case .model(let old, let new):
            "model: \(old.map(PlanChange.words) ?? "none") -> \(new.map(PlanChange.words) ?? "none")"
        case .price(let old, let new): PlanChange.priceWords(old, new)
        case .imageAdded(let image): "image \(image.words) is not in the plan: \(image.reason.kind.words)"
        case .imageDropped(let image, let state): "image \(image.words) \(state.words)"
        case .imageReason(let image, let new): "image \(image.words): \(PlanChange.words(image.reason, new))"
        case .imageRecipes(let image, let old, let new):
            "image \(image.words) lacks \(PlanChange.features(old)) -> \(PlanChange.features(new))"
        }
    }

    private static func words(_ model: ModelVersion) -> String { "\(readable(model.backend)) \(model.words)" }

    private static func features(_ recipes: [Recipe]) -> String {
        recipes.isEmpty ? "nothing" : recipes.map(\.feature.rawValue).joined(separator: " and ")
    }

    /// The two reasons; where only what was before differs, both with it.
    private static func words(_ old: PlanReason, _ new: PlanReason) -> String {
        if old.kind != new.kind { return "\(old.kind.words) -> \(new.kind.words)" }
        return "\(old.kind.words) from \(old.origin?.short ?? "none") -> from \(new.origin?.short ?? "none")"
    }

    private static func priceWords(_ old: FeaturePrice?, _ new: FeaturePrice?) -> String {
        let feature = (old ?? new)?.feature.rawValue ?? ""
        guard let old, let new else { return "price of \(feature): \(old == nil ? "none -> set" : "set -> none")" }
        let parts: [(String, String, String)] = [
            ("free units", "\(old.freeUnits)", "\(new.freeUnits)"),
            ("first price", dollars(old.first), dollars(new.first)),
            ("first tier", "\(old.firstTier)", "\(new.firstTier)"),
            ("second price", dollars(old.second), dollars(new.second)),
            ("free with", old.freeWith?.rawValue ?? "nothing", new.freeWith?.rawValue ?? "nothing"),
        ]
        let moved = parts.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) -> \($0.2)" }
        return "price of \(feature): \(moved.joined(separator: ", "))"
    }

    /// A price of one unit, to the millionth: `$0.0015`.
    private static func dollars(_ micro: Int64) -> String {
        "$\(decimal(millionths: micro, minPlaces: 2))"
    }
}

extension PinnedImage {
    /// A name where there is one, and the digest's beginning: `photos/a.jpg (1a2b3c4d)`; of a turned picture the turn.
    package var words: String {
        let turn = key.turn == 1 ? "" : ", turn \(key.turn)"
        return path.map { "\($0) (\(key.digest.short)\(turn))" } ?? key.digest.hex + turn
    }
}

extension ImageState {
    /// What became of an image that a plan asks about.
    fileprivate var words: String {
        switch self {
        case .gone: "is gone"
        case .answered: "was answered meanwhile"
        case .queued: "is queued already"
        case .failed: "failed meanwhile"
        }
    }
}

/// A text without what moves it on a screen.
