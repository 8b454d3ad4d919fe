internal import SQLite
internal import Storage
internal import Domain

/// The recipes whose answers a job's rows show, and will show.
struct ShownRecipeReader: Reader {
    let database: Database

    /// The recipes of machines whose answers a job's rows show.
    func recipes(of job: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            """
            SELECT recipe_id FROM job_recipe WHERE job_id = ? AND shown_until IS NULL AND person = 0 ORDER BY recipe_id
            """, .integer(job)
        ) { RecipeID($0.integer(0)) }
    }

    func members(of set: Int64) throws(StoreError) -> [RecipeID] {
        try connection.all(
            "SELECT recipe_id FROM recipe_set_member WHERE recipe_set_id = ? ORDER BY recipe_id", .integer(set)
        ) { RecipeID($0.integer(0)) }
    }
}
