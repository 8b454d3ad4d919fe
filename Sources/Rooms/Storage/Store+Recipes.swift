internal import Crypto
internal import SQLite
package import Vocabulary

extension Store {
    /// The numbers of recipes, in the order given; new ones are kept.
    package func register(_ recipes: [Recipe]) throws(StoreError) -> [RecipeID] {
        try guarded { () throws(SQLiteError) in
            var numbers: [RecipeID] = []
            for recipe in recipes { numbers.append(RecipeID(try number(of: recipe))) }
            return numbers
        }
    }

    /// The number of a set of recipes, whatever their order; a new one is kept.
    package func featureSet(of recipes: [RecipeID]) throws(StoreError) -> FeatureSetID {
        let members = Set(recipes).sorted()
        if let known = featureSets[members] { return known }
        let digest = Digest(of: members.map { String($0.value) }.joined(separator: ","))
        let number = try guarded { () throws(SQLiteError) in
            if let known = try connection.first(
                "SELECT recipe_set_id FROM recipe_set WHERE digest = ?", .blob(digest.bytes), read: { $0.integer(0) })
            {
                return known
            }
            try connection.run("INSERT INTO recipe_set (digest) VALUES (?)", .blob(digest.bytes))
            let made = connection.lastInsertedRow
            for member in members {
                try connection.run(
                    "INSERT INTO recipe_set_member (recipe_set_id, recipe_id) VALUES (?, ?)", .integer(made),
                    .integer(member.value))
            }
            return made
        }
        featureSets[members] = FeatureSetID(number)
        return FeatureSetID(number)
    }

    /// The recipes that a run is pinned to.
    package func recipes(of run: RunID) throws(StoreError) -> [RecipeID] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT m.recipe_id FROM run AS r JOIN recipe_set_member AS m USING (recipe_set_id) WHERE r.run_id = ?
                ORDER BY m.recipe_id
                """, .integer(run.value)
            ) { RecipeID($0.integer(0)) }
        }
    }

    /// The number of a recipe that was registered.
    func registered(_ recipe: Recipe) throws(SQLiteError) -> Int64 {
        if let known = recipeNumbers[recipe] { return known }
        guard let found = try knownNumber(of: recipe) else {
            throw SQLiteError(code: 1, message: "an answer to a recipe that was never registered")
        }
        recipeNumbers[recipe] = found
        return found
    }

    /// One recipe's number, inserting it when it is new.
    private func number(of recipe: Recipe) throws(SQLiteError) -> Int64 {
        if let known = try knownNumber(of: recipe) { return known }
        try connection.run(
            """
            INSERT INTO recipe (digest, backend, model, model_version, feature, parameters, preparation)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .blob(recipe.digest.bytes), .text(recipe.backend), .text(recipe.model), Value(recipe.modelVersion),
            .text(recipe.feature.rawValue), .text(recipe.parameters), .text(recipe.preparation))
        return connection.lastInsertedRow
    }

    private func knownNumber(of recipe: Recipe) throws(SQLiteError) -> Int64? {
        try connection.first("SELECT recipe_id FROM recipe WHERE digest = ?", .blob(recipe.digest.bytes)) {
            $0.integer(0)
        }
    }
}

/// The columns of a recipe `c`, as `recipe(_:_:)` reads them.
let recipeColumns = "c.backend, c.model, c.model_version, c.feature, c.parameters, c.preparation"

/// A recipe in six columns; nil where it names a feature that this program does not know.
func recipe(_ row: Statement, _ column: Int32) -> Recipe? {
    FeatureType(rawValue: row.text(column + 3)).map { feature in
        Recipe(
            backend: row.text(column), model: row.text(column + 1), modelVersion: row.optionalText(column + 2),
            feature: feature, parameters: row.text(column + 4), preparation: row.text(column + 5))
    }
}

/// Numbers as a list in SQL.
func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ", ") }
