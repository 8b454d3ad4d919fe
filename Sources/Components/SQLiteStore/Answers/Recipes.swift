internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// The recipes that answers are given to: registered before they are asked.
struct Recipes: Writer {
    let transaction: Transaction

    /// The numbers of recipes, in the order given; new ones are kept.
    func register(_ recipes: [Recipe]) throws(StoreError) -> [RecipeID] {
        try guarded { () throws(SQLiteError) in
            var numbers: [RecipeID] = []
            for recipe in recipes { numbers.append(RecipeID(try number(of: recipe))) }
            return numbers
        }
    }

    /// The number of a set of recipes, whatever their order; a new one is kept.
    func featureSet(of recipes: [RecipeID]) throws(StoreError) -> FeatureSetID {
        let members = Set(recipes).sorted()
        if let known = database.caches.featureSets[members] { return known }
        let digest = setDigest(of: members)
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
        database.caches.featureSets[members] = FeatureSetID(number)
        return FeatureSetID(number)
    }

    /// One recipe's number, inserting it when it is new.
    private func number(of recipe: Recipe) throws(SQLiteError) -> Int64 {
        if let known = try database.recipes.knownNumber(of: recipe) { return known }
        try connection.run(
            """
            INSERT INTO recipe (digest, backend, model, model_version, feature, parameters, preparation)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .blob(recipe.digest.bytes), .text(recipe.backend), .text(recipe.model), Value(recipe.modelVersion),
            .text(recipe.feature.rawValue), .text(recipe.parameters), .text(recipe.preparation))
        return connection.lastInsertedRow
    }
}
