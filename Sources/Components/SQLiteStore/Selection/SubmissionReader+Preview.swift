internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

extension SubmissionReader {
    /// A submission as `Submissions.begin` would write it down, without writing: what the store does not have has a
    /// number that no row has.
    func preview(of request: SubmissionRequest) throws(SQLiteError) -> OpenSubmission {
        let job =
            try connection.first("SELECT job_id FROM job WHERE name = ?", .text(request.manifest.job)) {
                $0.integer(0)
            } ?? 0
        var recipes: [(number: RecipeID, identity: RecipeIdentity)] = []
        for (place, recipe) in request.recipes.enumerated() {
            let known = try database.recipes.knownNumber(of: recipe)
            recipes.append((RecipeID(known ?? -1 - Int64(place)), RecipeIdentity(recipe)))
        }
        let numbers = recipes.map(\.number)
        let set =
            try connection.first(
                "SELECT recipe_set_id FROM recipe_set WHERE digest = ?", .blob(setDigest(of: numbers).bytes)
            ) { $0.integer(0) } ?? -1
        let asked = try lastAsked(by: job, before: nil, beside: set)
        let shown = try database.shownRecipes.recipes(of: job)
        let before = (asked + shown.filter { !asked.contains($0) }).filter { !numbers.contains($0) }
        return OpenSubmission(
            id: SubmissionID(0), isRepeated: false, startedAt: database.clock.now(), job: JobID(job), recipes: numbers,
            set: FeatureSetID(set),
            changes: try changes(of: recipes, from: before, asked), before: before,
            manifestDigest: request.manifest.digest.bytes)
    }
}

/// By what a set of recipes is known, whatever their order.
func setDigest(of recipes: [RecipeID]) -> Digest {
    Digest(of: Set(recipes).sorted().map { String($0.value) }.joined(separator: ","))
}
