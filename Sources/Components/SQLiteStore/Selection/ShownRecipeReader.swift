internal import SQLite
internal import Storage
internal import Domain

/// The recipes whose answers a job's rows show, and will show.
struct ShownRecipeReader: Reader {
    let database: Database

    /// What a run's job shows until the run has ended; nil where its rows show what the run asks, or will not show it.
    func pending(of run: RunID) throws(StoreError) -> PendingRecipes? {
        let open = try connection.first(
            """
            SELECT job_id, recipe_set_id FROM run
            WHERE run_id = ? AND \(isOpen())
            """, .integer(run.value)
        ) { (job: $0.integer(0), set: $0.integer(1)) }
        guard let open else { return nil }
        let shown = try recipes(of: open.job)
        let asked = try members(of: open.set)
        return asked.allSatisfy(shown.contains) ? nil : PendingRecipes(shown: shown, asked: asked)
    }

    /// The recipes whose answers a job's rows show.
    func recipes(of job: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            "SELECT recipe_id FROM job_recipe WHERE job_id = ? AND shown_until IS NULL ORDER BY recipe_id",
            .integer(job)
        ) { RecipeID($0.integer(0)) }
    }

    func members(of set: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            "SELECT recipe_id FROM recipe_set_member WHERE recipe_set_id = ? ORDER BY recipe_id", .integer(set)
        ) { RecipeID($0.integer(0)) }
    }
}
