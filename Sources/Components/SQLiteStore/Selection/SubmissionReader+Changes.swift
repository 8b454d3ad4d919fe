internal import SQLite
internal import Storage
internal import Domain

/// The parts that show how a recipe changed: what it asks, and of which model.
struct RecipeIdentity {
    let feature: String
    /// The backend, the model and its version.
    let model: String

    /// That of a recipe that is registered.
    init(feature: String, model: String) {
        self.feature = feature
        self.model = model
    }

    /// That of a recipe by its value; the same words as those of a row.
    init(_ recipe: Recipe) {
        feature = recipe.feature.rawValue
        model = "\(recipe.backend) \(recipe.model) \(recipe.modelVersion ?? "")"
    }
}

extension SubmissionReader {
    /// What the job asked before it asked this set of recipes; an interrupted submission may have asked that already.
    ///
    /// - Parameter submission: only what was asked before this one; nil: before now.
    func lastAsked(by job: Int64, before submission: Int64?, beside set: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            """
            SELECT recipe_id FROM recipe_set_member WHERE recipe_set_id = (SELECT recipe_set_id FROM submission
                WHERE job_id = ? AND recipe_set_id <> ? AND submission_id < ? ORDER BY submission_id DESC LIMIT 1)
            ORDER BY recipe_id
            """, .integer(job), .integer(set), .integer(submission ?? .max)
        ) { RecipeID($0.integer(0)) }
    }

    /// How recipes differ from others before them, feature by feature.
    ///
    /// - Parameters:
    ///   - others: recipes that are registered.
    ///   - asked: all that the job asked before; empty where it never asked anything else.
    func changes(
        of recipes: [(number: RecipeID, identity: RecipeIdentity)], from others: [RecipeID], _ asked: [RecipeID]
    ) throws(StoreError) -> [RecipeID: [RecipeChange]] {
        if asked.isEmpty { return [:] }
        var changes: [RecipeID: [RecipeChange]] = [:]
        let others = try others.map { recipe throws(StoreError) in (recipe, try identity(of: recipe)) }
        for (recipe, own) in recipes {
            changes[recipe] = others.filter { $0.1.feature == own.feature }.map { other, identity in
                identity.model == own.model ? .parametersChanged(from: other) : .modelChanged(from: other)
            }
            if changes[recipe] == [], !asked.contains(recipe) { changes[recipe] = [.featureAdded] }
        }
        return changes
    }

    /// What a recipe asks that is registered.
    func identity(of recipe: RecipeID) throws(StoreError) -> RecipeIdentity {
        try connection.first(
            "SELECT feature, backend || ' ' || model || ' ' || ifnull(model_version, '') FROM recipe WHERE recipe_id = ?",
            .integer(recipe.value)
        ) { RecipeIdentity(feature: $0.text(0), model: $0.text(1)) } ?? RecipeIdentity(feature: "", model: "")
    }
}
