internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// The recipes that are registered, by number and by set.
struct RecipeReader: Reader {
    let database: Database

    /// The recipes that a run asks; none where it is not there.
    func asked(by run: RunID) throws(StoreError) -> [RecipeID] {
        try connection.all(
            """
            SELECT m.recipe_id FROM run AS r JOIN recipe_set_member AS m USING (recipe_set_id) WHERE r.run_id = ?
            ORDER BY m.recipe_id
            """, .integer(run.value)
        ) { RecipeID($0.integer(0)) }
    }

    /// The same, remembered, for the claims of a run.
    func members(ofSetAskedBy run: RunID) throws(StoreError) -> [RecipeID] {
        let set = try connection.first("SELECT recipe_set_id FROM run WHERE run_id = ?", .integer(run.value)) {
            FeatureSetID($0.integer(0))
        }
        return if let set { try members(of: set) } else { [] }
    }

    /// The recipes of a set, which never change.
    private func members(of set: FeatureSetID) throws(StoreError) -> [RecipeID] {
        if let known = database.caches.setMembers[set] { return known }
        let found = try connection.all(
            """
            SELECT s.recipe_id, r.recipe_id IS NULL FROM recipe_set_member AS s LEFT JOIN recipe AS r USING (recipe_id)
            WHERE s.recipe_set_id = ? ORDER BY s.recipe_id
            """, .integer(set.value)
        ) { row in
            if row.integer(1) != 0 {
                row.refuse("recipe_set_member names row \(row.integer(0)) of recipe, which is not there")
            }
            return RecipeID(row.integer(0))
        }
        // A task that asks for nothing would be done without an answer.
        if found.isEmpty { throw connection.damage("runs ask for set \(set.value) of recipes, which holds none") }
        database.caches.setMembers[set] = found
        return found
    }

    /// The number of each of some recipes, where a run asks for just these; nil where it asks for others or is not
    /// there.
    func numbers(of recipes: [Recipe], ifAskedBy run: RunID) throws(StoreError) -> [RecipeID: Recipe]? {
        let pinned = try asked(by: run)
        guard !pinned.isEmpty else { return nil }
        var numbers: [RecipeID: Recipe] = [:]
        for recipe in recipes {
            // What was never registered is what no run is pinned to.
            guard let number = try knownNumber(of: recipe) else { return nil }
            numbers[RecipeID(number)] = recipe
        }
        return Set(numbers.keys) == Set(pinned) ? numbers : nil
    }

    /// The number of a recipe that was registered.
    func registered(_ recipe: Recipe) throws(StoreError) -> Int64 {
        if let known = database.caches.recipeNumbers[recipe] { return known }
        guard let found = try knownNumber(of: recipe) else {
            throw connection.fault("an answer to a recipe that was never registered")
        }
        database.caches.recipeNumbers[recipe] = found
        return found
    }

    func knownNumber(of recipe: Recipe) throws(StoreError) -> Int64? {
        try connection.first("SELECT recipe_id FROM recipe WHERE digest = ?", .blob(recipe.digest.bytes)) {
            $0.integer(0)
        }
    }
}

/// The columns of a recipe `c`, as `recipe(_:_:)` reads them.
let recipeColumns = "c.backend, c.model, c.model_version, c.feature, c.parameters, c.preparation"

/// A recipe in six columns; nil where it names a feature that this program does not know.
func recipe(_ row: Row, _ column: Int32) -> Recipe? {
    FeatureType(rawValue: row.text(column + 3)).map { feature in
        Recipe(
            backend: row.text(column), model: row.text(column + 1), modelVersion: row.optionalText(column + 2),
            feature: feature, parameters: row.text(column + 4), preparation: row.text(column + 5))
    }
}
