package import Vocabulary

/// A submission that is under way.
package struct OpenSubmission: Sendable {
    /// Its row.
    package let id: SubmissionID
    /// Its job.
    package let job: JobID
    /// What it asks of every image.
    package let recipes: [RecipeID]
    /// The same as a set.
    package let set: FeatureSetID
    /// How each recipe differs from those that the job asked before, and from those that its rows show.
    package let changes: [RecipeID: [RecipeChange]]
    /// Those recipes.
    let before: [RecipeID]
    /// SHA-256 of its manifest.
    let manifestDigest: [UInt8]
}
