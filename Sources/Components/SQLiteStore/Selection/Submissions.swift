internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// Looks at the sources of jobs, from their beginning on.
struct Submissions: Writer {
    let transaction: Transaction

    /// Begins a submission, or finds the one that was begun with the same key.
    ///
    /// The manifest governs all runs of the job from now on. Runs that ask other recipes are superseded: nothing more
    /// of them is claimed. A job's first recipes, and features that are only added, are shown at once.
    ///
    /// - Parameters:
    ///   - recipes: what the job asks of every image; registered.
    ///   - crashLimit: at how many crashes of a worker an image is quarantined that was being processed.
    func begin(
        of manifest: PinnedManifest, asking recipes: [RecipeID], crashLimit: Int, key: RequestKey = .random()
    ) throws(StoreError) -> OpenSubmission {
        let set = try transaction.recipes.featureSet(of: recipes)
        let digest = manifest.digest.bytes
        let known = try connection.first(
            "SELECT submission_id, job_id, started_at FROM submission WHERE key = ?", .blob(key.bytes)
        ) { (submission: $0.integer(0), job: $0.integer(1), startedAt: $0.integer(2)) }
        let job = if let known { known.job } else { try save(manifest, digest, crashLimit: crashLimit) }
        let asked = try database.submissions.lastAsked(by: job, before: known?.submission, beside: set.value)
        let submission: Int64
        if let known {
            submission = known.submission
        } else {
            submission = try addSubmission(of: job, set, digest, key)
            try showAtOnce(recipes, job, submission)
        }
        let shown = try database.shownRecipes.recipes(of: job)
        let before = (asked + shown.filter { !asked.contains($0) }).filter { !recipes.contains($0) }
        return OpenSubmission(
            id: SubmissionID(submission), isRepeated: known != nil,
            history: try database.submissions.history(of: job, manifest: digest),
            startedAt: Timestamp(milliseconds: known?.startedAt ?? now), job: JobID(job), recipes: recipes,
            set: set,
            changes: try changes(of: recipes, from: before, asked), before: before, manifestDigest: digest)
    }

    /// How recipes that are registered differ from others before them.
    private func changes(of recipes: [RecipeID], from before: [RecipeID], _ asked: [RecipeID])
        throws(StoreError) -> [RecipeID: [RecipeChange]]
    {
        let reader = database.submissions
        let own = try recipes.map { recipe throws(StoreError) in
            (number: recipe, identity: try reader.identity(of: recipe))
        }
        return try reader.changes(of: own, from: before, asked)
    }

    /// A new submission's row; runs of the job that ask other recipes are superseded by it.
    private func addSubmission(of job: Int64, _ set: FeatureSetID, _ digest: [UInt8], _ key: RequestKey)
        throws(StoreError) -> Int64
    {
        try connection.run(
            "INSERT INTO submission (job_id, recipe_set_id, manifest_digest, key, started_at) VALUES (?, ?, ?, ?, ?)",
            .integer(job), .integer(set.value), .blob(digest), .blob(key.bytes), .integer(now))
        let submission = connection.lastInsertedRow
        try connection.run(
            """
            UPDATE run SET superseded_by = ? WHERE job_id = ? AND finished_at IS NULL AND superseded_by IS NULL
            AND recipe_set_id <> ?
            """, .integer(submission), .integer(job), .integer(set.value))
        return submission
    }

    /// Shows a job's first recipes, and features that are only added.
    private func showAtOnce(_ recipes: [RecipeID], _ job: Int64, _ submission: Int64) throws(StoreError) {
        let shown = try database.shownRecipes.recipes(of: job)
        guard shown.allSatisfy(recipes.contains), shown.count < recipes.count else { return }
        for recipe in recipes where !shown.contains(recipe) {
            try transaction.shownRecipes.show(recipe, job, submission)
        }
        try transaction.shownRecipes.showPersons(job, beside: recipes)
    }

    /// The job's row, with this manifest as its newest; what is as it was is not written again.
    private func save(_ manifest: PinnedManifest, _ digest: [UInt8], crashLimit: Int) throws(StoreError) -> Int64 {
        let known = try connection.first(
            "SELECT job_id, manifest_digest FROM job WHERE name = ?", .text(manifest.job)
        ) { (job: $0.integer(0), digest: $0.blob(1)) }
        if let known, known.digest == digest { return known.job }
        return try connection.first(
            """
            INSERT INTO job (name, manifest, manifest_path, manifest_digest, crash_limit) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET manifest = excluded.manifest, manifest_path = excluded.manifest_path,
                manifest_digest = excluded.manifest_digest, crash_limit = excluded.crash_limit
            RETURNING job_id
            """, .text(manifest.job), .blob(manifest.text), .blob(manifest.path.bytes), .blob(digest),
            Value(crashLimit)
        ) { $0.integer(0) } ?? 0
    }

    /// A new run without tasks, finished as it stands.
    func addRun(for submission: OpenSubmission) throws(StoreError) -> RunID {
        try connection.run(
            "INSERT INTO run (job_id, recipe_set_id, submitted_at, finished_at) VALUES (?1, ?2, ?3, ?3)",
            .integer(submission.job.value), .integer(submission.set.value), .integer(now))
        return RunID(connection.lastInsertedRow)
    }

    /// Writes down that a batch of a submission is whole with this transaction.
    func noteBatch(_ number: Int, of submission: OpenSubmission) throws(StoreError) {
        try connection.run(
            "UPDATE submission SET batches = ? WHERE submission_id = ?", Value(number),
            .integer(submission.id.value))
    }

    /// Writes down what a submission came to; its job's selection is of it from now on.
    ///
    /// - Parameter imagesGiven: how many images each query of its sources gave.
    func complete(
        _ submission: OpenSubmission, _ counts: SubmissionCounts, run: RunID?, imagesGiven: [Int]
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE submission SET completed_at = ?2, run_id = ?3, found = ?4, read = ?5, known = ?6, queued = ?7,
                renamed = ?8, missing = ?9, removed = ?10, replaced = ?11 WHERE submission_id = ?1
            """, .integer(submission.id.value), .integer(now), Value(run?.value), Value(counts.found),
            Value(counts.read), Value(counts.known), Value(counts.queued), Value(counts.renamed),
            Value(counts.missing), Value(counts.removed), Value(counts.replaced))
        try connection.run(
            "UPDATE job SET selected_submission_id = ? WHERE job_id = ?", .integer(submission.id.value),
            .integer(submission.job.value))
        for (ordinal, images) in imagesGiven.enumerated() {
            try connection.run(
                "INSERT INTO submission_query (submission_id, ordinal, images) VALUES (?, ?, ?)",
                .integer(submission.id.value), Value(ordinal), Value(images))
        }
    }
}
