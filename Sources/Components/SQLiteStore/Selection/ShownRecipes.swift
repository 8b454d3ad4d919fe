internal import SQLite
internal import Storage
internal import Domain

/// The recipes whose answers a job's rows show.
struct ShownRecipes: Writer {
    let transaction: Transaction

    /// Shows the recipes of a job's newest submission, all at once, where it is time.
    ///
    /// It is time when a submission of them has seen all sources and no run has to answer them first. One that was
    /// interrupted takes nothing back of those before it that ask the same. A run that was cancelled shows nothing.
    /// What is only left out leaves at once.
    func switchOver(_ job: Int64) throws(StoreError) {
        let newest = try connection.first(
            """
            SELECT s.submission_id, s.recipe_set_id, r.cancelled_at IS NOT NULL OR r.superseded_by IS NOT NULL
            FROM submission AS s LEFT JOIN run AS r ON r.run_id = s.run_id
            WHERE s.submission_id = (SELECT max(submission_id) FROM submission WHERE job_id = ?1 AND completed_at IS
                NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM submission AS o WHERE o.job_id = ?1 AND o.submission_id > s.submission_id
                AND o.recipe_set_id <> s.recipe_set_id)
            """, .integer(job)
        ) { (submission: $0.integer(0), set: $0.integer(1), isCancelled: $0.integer(2) != 0) }
        guard let newest else { return }
        let shown = try database.shownRecipes.recipes(of: job)
        let wanted = try database.shownRecipes.members(of: newest.set)
        if Set(shown) == Set(wanted) { return }
        if !wanted.allSatisfy(shown.contains) {
            if newest.isCancelled { return }
            let isOpen = try connection.first(
                """
                SELECT 1 FROM run WHERE job_id = ? AND recipe_set_id = ? AND finished_at IS NULL AND superseded_by IS
                    NULL
                """, .integer(job), .integer(newest.set)
            ) { _ in true }
            if isOpen != nil { return }
        }
        for recipe in shown where !wanted.contains(recipe) {
            try connection.run(
                "UPDATE job_recipe SET shown_until = ? WHERE job_id = ? AND recipe_id = ? AND shown_until IS NULL",
                .integer(now), .integer(job), .integer(recipe.value))
        }
        for recipe in wanted where !shown.contains(recipe) { try show(recipe, job, newest.submission) }
        try showPersons(job, beside: wanted)
    }

    /// Shows the corrections of what is asked, and hides those of what is not asked any more.
    func showPersons(_ job: Int64, beside recipes: [RecipeID]) throws(StoreError) {
        var bits: Int64 = 0
        for recipe in recipes { bits = try feature(of: recipe).correctedTogether.reduce(bits) { $0 | $1.bit } }
        try connection.run(
            """
            UPDATE job_recipe SET shown_until = iif(feature_bit & ?2 = 0, ?3, NULL)
            WHERE job_id = ?1 AND person = 1 AND (feature_bit & ?2 = 0) = (shown_until IS NULL)
            """, .integer(job), .integer(bits), .integer(now))
    }

    /// Shows the answers to a recipe from now on.
    func show(_ recipe: RecipeID, _ job: Int64, _ submission: Int64) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO job_recipe (job_id, recipe_id, from_submission, shown_from, feature_bit)
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET shown_until = NULL
            """, .integer(job), .integer(recipe.value), .integer(submission), .integer(now),
            .integer(try feature(of: recipe).bit))
    }

    /// Shows the corrections that answer a recipe, from now on: those that are undone are not the newest.
    func showPersons(_ recipe: RecipeID, _ job: Int64) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO job_recipe (job_id, recipe_id, from_submission, shown_from, person, feature_bit)
            SELECT ?1, ?2, ifnull(selected_submission_id, (SELECT max(s.submission_id) FROM submission AS s
                WHERE s.job_id = ?1)), ?3, 1, ?4 FROM job
            WHERE job_id = ?1 AND NOT EXISTS (SELECT 1 FROM job_recipe AS o WHERE o.job_id = ?1 AND o.recipe_id = ?2)
            """, .integer(job), .integer(recipe.value), .integer(now), .integer(try feature(of: recipe).bit))
        // Its feature may be asked again since the newest submission, which is not shown yet.
        try connection.run(
            "UPDATE job_recipe SET shown_until = NULL WHERE job_id = ? AND recipe_id = ? AND person = 1",
            .integer(job), .integer(recipe.value))
    }

    /// A recipe's feature.
    private func feature(of recipe: RecipeID) throws(StoreError) -> FeatureType {
        let name = try database.submissions.identity(of: recipe).feature
        guard let feature = FeatureType(rawValue: name) else {
            throw connection.damage("recipe \(recipe.value) asks \(name), which this program does not know")
        }
        return feature
    }
}
