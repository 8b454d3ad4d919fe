internal import Crypto
internal import Domain

/// Which recipes of two plans are the same, and which took the place of which.
struct RecipeComparison {
    private let old: [Recipe]
    /// For each recipe of the new plan its place in the old one, where it is there or took the place of one there.
    private let origin: [Int?]
    /// The recipes of the old plan that are in the new one, or whose place was taken.
    private let common: RecipeIndexes
    /// What moved.
    let changes: [PlanChange]

    init(_ old: [Recipe], _ new: [Recipe]) {
        self.old = old
        let indexes = Dictionary(zip(old.map(\.digest), old.indices)) { first, _ in first }
        var origin = new.map { indexes[$0.digest] }
        var changes: [PlanChange] = []
        for (index, recipe) in old.enumerated() where !origin.contains(index) {
            // A feature is asked once, so what asks it now has taken the place.
            let heir = new.indices.first { origin[$0] == nil && new[$0].feature == recipe.feature }
            if let heir {
                origin[heir] = index
                changes.append(.recipe(from: recipe, to: new[heir]))
            } else {
                changes.append(.recipeGone(recipe))
            }
        }
        changes += new.indices.filter { origin[$0] == nil }.map { .recipeAdded(new[$0]) }
        self.origin = origin
        self.changes = changes
        common = RecipeIndexes(origin.compactMap { $0 })
    }

    /// Those of some recipes of the old plan that are in the new one.
    func kept(ofOld indexes: RecipeIndexes) -> RecipeIndexes { indexes.intersection(common) }

    /// Those of some recipes of the new plan that are in the old one, by their places there.
    func kept(ofNew indexes: RecipeIndexes) -> RecipeIndexes {
        var kept = RecipeIndexes()
        for index in indexes.indexes where index < origin.count {
            if let origin = origin[index] { kept.insert(origin) }
        }
        return kept
    }

    /// The recipes of the old plan at some places.
    func recipes(at indexes: RecipeIndexes) -> [Recipe] { indexes.indexes.filter { $0 < old.count }.map { old[$0] } }
}

/// How an image stands about which a plan does not ask.
package enum ImageState: Sendable {
    /// No source names it, or its file is not there.
    case gone
    /// All that is asked of it is answered.
    case answered
    /// It is queued or being worked on.
    case queued
    /// It failed, and is not tried again.
    case failed
}
