internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// Submissions and what bears on them, as they are written down.
struct SubmissionReader: Reader {
    let database: Database

    /// Whether a newer submission of the same job goes by another manifest or asks other recipes, such as those of a
    /// changed model file: this one changes nothing more.
    func isOvertaken(_ submission: OpenSubmission) throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM submission WHERE job_id = ? AND submission_id > ?
            AND (manifest_digest <> ? OR recipe_set_id <> ?) LIMIT 1
            """, .integer(submission.job.value), .integer(submission.id.value), .blob(submission.manifestDigest),
            .integer(submission.set.value)
        ) { _ in true } ?? false
    }

    /// What complete submissions a job had before one of a manifest with this digest.
    func history(of job: Int64, manifest digest: [UInt8]) throws(StoreError) -> ManifestHistory {
        let isSame = try connection.first(
            """
            SELECT s.manifest_digest = ? FROM job AS j
            JOIN submission AS s ON s.submission_id = j.selected_submission_id WHERE j.job_id = ?
            """, .blob(digest), .integer(job)
        ) { $0.integer(0) != 0 }
        return isSame.map { $0 ? .sameManifest : .newManifest } ?? .firstOfJob
    }

    /// The run that new tasks of a submission join; nil where one would have to be opened.
    func openRun(for submission: OpenSubmission) throws(StoreError) -> RunID? {
        try connection.first(
            """
            SELECT run_id FROM run WHERE job_id = ? AND recipe_set_id = ? AND \(isOpen())
            ORDER BY run_id DESC LIMIT 1
            """, .integer(submission.job.value), .integer(submission.set.value)
        ) { RunID($0.integer(0)) }
    }
}

extension SubmissionReader {
    /// A submission as `Submissions.begin` would write it down, without writing: what the store does not have has a
    /// number that no row has.
    func preview(of request: SubmissionRequest) throws(StoreError) -> OpenSubmission {
        let job = try database.number(job: request.manifest.job) ?? 0
        var recipes: [(number: RecipeID, identity: RecipeIdentity)] = []
        for (index, recipe) in request.recipes.enumerated() {
            let known = try database.recipes.knownNumber(of: recipe)
            recipes.append((RecipeID(known ?? -1 - Int64(index)), RecipeIdentity(recipe)))
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
            id: SubmissionID(0), isRepeated: false,
            history: try history(of: job, manifest: request.manifest.digest.bytes),
            startedAt: database.clock.now(), job: JobID(job), recipes: numbers,
            set: FeatureSetID(set),
            changes: try changes(of: recipes, from: before, asked), before: before,
            manifestDigest: request.manifest.digest.bytes)
    }
}

/// By what a set of recipes is known, whatever their order.
func setDigest(of recipes: [RecipeID]) -> Digest {
    Digest(of: Set(recipes).sorted().map { String($0.value) }.joined(separator: ","))
}
