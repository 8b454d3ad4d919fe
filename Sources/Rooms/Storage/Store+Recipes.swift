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
                "SELECT feature_set_id FROM feature_set WHERE digest = ?", .blob(digest.bytes), read: { $0.integer(0) })
            {
                return known
            }
            try connection.run("INSERT INTO feature_set (digest) VALUES (?)", .blob(digest.bytes))
            let made = connection.lastInsertedRow
            for member in members {
                try connection.run(
                    "INSERT INTO feature_set_recipe (feature_set_id, recipe_id) VALUES (?, ?)", .integer(made),
                    .integer(member.value))
            }
            return made
        }
        featureSets[members] = FeatureSetID(number)
        return FeatureSetID(number)
    }

    /// The recipes of a set.
    package func recipes(of set: FeatureSetID) throws(StoreError) -> [RecipeID] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                "SELECT recipe_id FROM feature_set_recipe WHERE feature_set_id = ? ORDER BY recipe_id",
                .integer(set.value)
            ) { RecipeID($0.integer(0)) }
        }
    }

    /// The numbers of a recipe that was registered, and of its lineage.
    func registered(_ recipe: Recipe) throws(SQLiteError) -> RecipeNumbers {
        if let known = recipeNumbers[recipe] { return known }
        let found = try connection.first(
            "SELECT recipe_id, lineage_id FROM recipe WHERE digest = ?", .blob(recipe.digest.bytes)
        ) { RecipeNumbers(number: $0.integer(0), lineage: $0.integer(1)) }
        guard let found else {
            throw SQLiteError(code: 1, message: "an answer to a recipe that was never registered")
        }
        recipeNumbers[recipe] = found
        return found
    }

    /// One recipe's number, inserting it and its lineage when they are new.
    private func number(of recipe: Recipe) throws(SQLiteError) -> Int64 {
        if let known = try connection.first(
            "SELECT recipe_id FROM recipe WHERE digest = ?", .blob(recipe.digest.bytes), read: { $0.integer(0) })
        {
            return known
        }
        try connection.run("INSERT INTO lineage (name) VALUES (?) ON CONFLICT DO NOTHING", .text(recipe.lineage))
        try connection.run(
            """
            INSERT INTO recipe (digest, lineage_id, backend, model, feature, description)
            VALUES (?, (SELECT lineage_id FROM lineage WHERE name = ?), ?, ?, ?, ?)
            """,
            .blob(recipe.digest.bytes), .text(recipe.lineage), .text(recipe.backend), .text(recipe.model),
            .text(recipe.feature.rawValue), .text(recipe.description))
        return connection.lastInsertedRow
    }
}

/// A recipe's row and its lineage's.
struct RecipeNumbers {
    let number, lineage: Int64
}
