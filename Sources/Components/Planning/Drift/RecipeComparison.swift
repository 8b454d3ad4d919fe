internal import Crypto
internal import Domain

/// Which recipes of two plans are the same, and which took the place of which.
struct RecipeComparison {
    private let old: [Recipe]
    /// For each recipe of the new plan its place in the old one, where it is there or took the place of one there.
    private let origin: [Int?]
    /// The recipes of the old plan that are in the new one, or whose place was taken.
    private let common: RecipePlaces
    /// What moved.
    let drift: [PlanDrift]

    init(_ old: [Recipe], _ new: [Recipe]) {
        self.old = old
        let places = Dictionary(zip(old.map(\.digest), old.indices)) { first, _ in first }
        var origin = new.map { places[$0.digest] }
        var drift: [PlanDrift] = []
        for (place, recipe) in old.enumerated() where !origin.contains(place) {
            // A feature is asked once, so what asks it now has taken the place.
            let heir = new.indices.first { origin[$0] == nil && new[$0].feature == recipe.feature }
            if let heir {
                origin[heir] = place
                drift.append(.recipe(from: recipe, to: new[heir]))
            } else {
                drift.append(.recipeGone(recipe))
            }
        }
        drift += new.indices.filter { origin[$0] == nil }.map { .recipeAdded(new[$0]) }
        self.origin = origin
        self.drift = drift
        common = RecipePlaces(origin.compactMap { $0 })
    }

    /// Those of some recipes of the old plan that are in the new one.
    func kept(ofOld places: RecipePlaces) -> RecipePlaces { places.intersection(common) }

    /// Those of some recipes of the new plan that are in the old one, by their places there.
    func kept(ofNew places: RecipePlaces) -> RecipePlaces {
        var kept = RecipePlaces()
        for place in places.places where place < origin.count {
            if let origin = origin[place] { kept.insert(origin) }
        }
        return kept
    }

    /// The recipes of the old plan at some places.
    func recipes(at places: RecipePlaces) -> [Recipe] { places.places.filter { $0 < old.count }.map { old[$0] } }
}

/// How an image stands about which a plan does not ask.
package enum ImageStanding: Sendable {
    /// No source names it, or its file is not there.
    case gone
    /// All that is asked of it is answered.
    case answered
    /// It is queued or being worked on.
    case queued
    /// It failed, and is not tried again.
    case failed
}
