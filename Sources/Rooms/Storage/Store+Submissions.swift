internal import Crypto
package import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Begins a submission; call it within a transaction.
    ///
    /// The manifest governs all runs of the job from now on. Runs that ask other recipes are superseded: nothing more of
    /// them is claimed. A job's first recipes, and features that are only added, are shown at once.
    ///
    /// - Parameters:
    ///   - recipes: what the job asks of every image; registered.
    ///   - crashLimit: at how many crashes of a worker an image is quarantined that was being processed.
    package func beginSubmission(
        of manifest: PinnedManifest, asking recipes: [RecipeID], crashLimit: Int
    ) throws(StoreError) -> OpenSubmission {
        let set = try featureSet(of: recipes)
        return try guarded { () throws(SQLiteError) in
            let digest = manifest.digest.bytes
            let job = try keep(manifest, digest, crashLimit: crashLimit)
            let asked = try lastAsked(by: job, beside: set.value)
            try connection.run(
                "INSERT INTO submission (job_id, recipe_set_id, manifest_digest, started_at) VALUES (?, ?, ?, ?)",
                .integer(job), .integer(set.value), .blob(digest), .integer(now))
            let submission = connection.lastInsertedRow
            try connection.run(
                """
                UPDATE run SET superseded_by = ? WHERE job_id = ? AND finished_at IS NULL AND superseded_by IS NULL
                AND recipe_set_id <> ?
                """, .integer(submission), .integer(job), .integer(set.value))
            let shown = try shownRecipes(of: job)
            if shown.allSatisfy(recipes.contains) {
                for recipe in recipes where !shown.contains(recipe) { try show(recipe, job, submission) }
            }
            let before = (asked + shown.filter { !asked.contains($0) }).filter { !recipes.contains($0) }
            return OpenSubmission(
                id: SubmissionID(submission), job: JobID(job), recipes: recipes, set: set,
                changes: try changes(of: recipes, from: before, asked), before: before, manifestDigest: digest)
        }
    }

    /// The job's row, with this manifest as its newest; what is as it was is not written again.
    private func keep(_ manifest: PinnedManifest, _ digest: [UInt8], crashLimit: Int) throws(SQLiteError) -> Int64 {
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

    /// What the job asked before it asked this set of recipes; an interrupted submission may have asked that already.
    private func lastAsked(by job: Int64, beside set: Int64) throws(SQLiteError) -> [RecipeID] {
        try connection.all(
            """
            SELECT recipe_id FROM recipe_set_member WHERE recipe_set_id = (SELECT recipe_set_id FROM submission
                WHERE job_id = ? AND recipe_set_id <> ? ORDER BY submission_id DESC LIMIT 1) ORDER BY recipe_id
            """, .integer(job), .integer(set)
        ) { RecipeID($0.integer(0)) }
    }

    /// How recipes differ from others before them, feature by feature.
    ///
    /// - Parameter asked: all that the job asked before; empty where it never asked anything else.
    private func changes(of recipes: [RecipeID], from others: [RecipeID], _ asked: [RecipeID])
        throws(SQLiteError) -> [RecipeID: [RecipeChange]]
    {
        if asked.isEmpty { return [:] }
        var changes: [RecipeID: [RecipeChange]] = [:]
        let others = try others.map { recipe throws(SQLiteError) in (recipe, try identity(of: recipe)) }
        for recipe in recipes {
            let own = try identity(of: recipe)
            changes[recipe] = others.filter { $0.1.feature == own.feature }.map { other, identity in
                identity.model == own.model ? .parametersChanged(from: other) : .modelChanged(from: other)
            }
            if changes[recipe] == [], !asked.contains(recipe) { changes[recipe] = [.featureAdded] }
        }
        return changes
    }

    /// What a recipe asks, and of which model.
    private func identity(of recipe: RecipeID) throws(SQLiteError) -> (feature: String, model: String) {
        try connection.first(
            "SELECT feature, backend || ' ' || model || ' ' || ifnull(model_version, '') FROM recipe WHERE recipe_id = ?",
            .integer(recipe.value)
        ) { ($0.text(0), $0.text(1)) } ?? ("", "")
    }

    /// Whether a newer submission of the same job goes by another manifest or asks other recipes, such as those of a changed
    /// model file: this one changes nothing more.
    package func isOvertaken(_ submission: OpenSubmission) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT 1 FROM submission WHERE job_id = ? AND submission_id > ?
                AND (manifest_digest <> ? OR recipe_set_id <> ?) LIMIT 1
                """, .integer(submission.job.value), .integer(submission.id.value), .blob(submission.manifestDigest),
                .integer(submission.set.value)
            ) { _ in true } ?? false
        }
    }

    /// The run that new tasks of a submission join; nil where one would have to be opened.
    package func openRun(for submission: OpenSubmission) throws(StoreError) -> RunID? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT run_id FROM run WHERE job_id = ? AND recipe_set_id = ? AND finished_at IS NULL
                AND superseded_by IS NULL AND cancelled_at IS NULL ORDER BY run_id DESC LIMIT 1
                """, .integer(submission.job.value), .integer(submission.set.value)
            ) { RunID($0.integer(0)) }
        }
    }

    /// A new run without tasks, finished as it stands.
    package func addRun(for submission: OpenSubmission) throws(StoreError) -> RunID {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                "INSERT INTO run (job_id, recipe_set_id, submitted_at, finished_at) VALUES (?1, ?2, ?3, ?3)",
                .integer(submission.job.value), .integer(submission.set.value), .integer(now))
            return RunID(connection.lastInsertedRow)
        }
    }

    /// Keeps what a submission could not take: a source, or a name that cannot be read.
    ///
    /// - Parameter isName: whether `path` is a name that a source gives, and not the source itself.
    package func note(
        _ failure: Failure, at path: FilePath, isName: Bool, in submission: OpenSubmission, _ seen: inout Sightings
    ) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            var row: PathID?
            if isName {
                let (name, image) = try keepUnread(path)
                row = name
                if failure.kind == .missing {
                    seen.miss(name)
                    // An address that the walk refuses names nothing that could be gone: `gs://bucket`.
                    if failure.stage != .find || !path.isAddress { seen.absent.insert(name.value) }
                } else {
                    seen.see(unread: name, of: image)
                }
                // Two sources may give the same name.
                guard seen.unread.insert(name.value) else { return }
            }
            try connection.run(
                """
                INSERT INTO submission_problem (submission_id, path_id, source, stage, kind, code, message, noted_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .integer(submission.id.value), Value(row?.value), .text(path.description),
                .text(failure.stage.rawValue), .text(failure.kind.rawValue), Value(failure.code),
                .text(failure.message), .integer(now))
        }
    }
}
