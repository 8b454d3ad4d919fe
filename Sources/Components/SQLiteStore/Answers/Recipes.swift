internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// The recipes that answers are given to: registered before they are asked.
struct Recipes: Writer {
    let transaction: Transaction

    /// The numbers of recipes, in the order given; new ones are kept.
    func register(_ recipes: [Recipe]) throws(StoreError) -> [RecipeID] {
        var numbers: [RecipeID] = []
        for recipe in recipes { numbers.append(RecipeID(try number(of: recipe))) }
        return numbers
    }

    /// The number of a set of recipes, whatever their order; a new one is kept.
    func featureSet(of recipes: [RecipeID]) throws(StoreError) -> FeatureSetID {
        let members = Set(recipes).sorted()
        if let known = database.caches.featureSets[members] { return known }
        let digest = setDigest(of: members)
        let known = try connection.first("SELECT recipe_set_id FROM recipe_set WHERE digest = ?", .blob(digest.bytes)) {
            FeatureSetID($0.integer(0))
        }
        let number = if let known { known } else { try insert(members, digest) }
        database.caches.featureSets[members] = number
        return number
    }

    private func insert(_ members: [RecipeID], _ digest: Digest) throws(StoreError) -> FeatureSetID {
        try connection.run("INSERT INTO recipe_set (digest) VALUES (?)", .blob(digest.bytes))
        let made = FeatureSetID(connection.lastInsertedRow)
        for member in members {
            try connection.run(
                "INSERT INTO recipe_set_member (recipe_set_id, recipe_id) VALUES (?, ?)", .integer(made.value),
                .integer(member.value))
        }
        return made
    }

    /// One recipe's number, inserting it when it is new.
    private func number(of recipe: Recipe) throws(StoreError) -> Int64 {
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
