internal import Storage
internal import Domain

/// A submission that is under way.
struct OpenSubmission: Sendable {
    /// Its row.
    let id: SubmissionID
    /// Whether it was begun before, by an earlier call.
    let isRepeated: Bool
    /// What complete submissions the job had before.
    let history: ManifestHistory
    /// When it was begun, also for a call that repeats the first.
    let startedAt: Timestamp
    let job: JobID
    /// What it asks of every image.
    let recipes: [RecipeID]
    /// The same as a set.
    let set: FeatureSetID
    /// How each recipe differs from those that the job asked before, and from those that its rows show.
    let changes: [RecipeID: [RecipeChange]]
    /// Those recipes.
    let before: [RecipeID]
    /// SHA-256 of its manifest.
    let manifestDigest: [UInt8]
    /// Whether tasks of the job have failed that ask for a later answer than one that is there.
    var hasFloors = false

    /// What is asked, as rows in SQL: a submission that is only looked at has no set of recipes that is written down.
    var askedRows: String {
        recipes.isEmpty
            ? "SELECT NULL AS recipe_id WHERE 0"
            : recipes.map { "SELECT \($0.value) AS recipe_id" }.joined(separator: " UNION ALL ")
    }
}
