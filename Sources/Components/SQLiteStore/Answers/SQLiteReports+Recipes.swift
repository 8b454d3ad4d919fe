internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func recipes() throws(StoreError) -> [RecipeID: Recipe] {
        let rows = try connection.all("SELECT c.recipe_id, \(recipeColumns) FROM recipe AS c") { row in
            (RecipeID(row.integer(0)), recipe(row, 1))
        }
        var recipes: [RecipeID: Recipe] = [:]
        for case (let number, let recipe?) in rows { recipes[number] = recipe }
        return recipes
    }

    func recipes(of run: RunID) throws(StoreError) -> [Recipe] {
        let rows = try connection.all(
            """
            SELECT \(recipeColumns) FROM run AS r JOIN recipe_set_member AS m USING (recipe_set_id)
            JOIN recipe AS c USING (recipe_id) WHERE r.run_id = ? ORDER BY c.recipe_id
            """, .integer(run.value)
        ) { recipe($0, 0) }
        return rows.compactMap { $0 }
    }

    func pendingRecipes(of run: RunID) throws(StoreError) -> PendingRecipes? {
        let open = try connection.first(
            """
            SELECT job_id, recipe_set_id FROM run
            WHERE run_id = ? AND \(isOpen())
            """, .integer(run.value)
        ) { (job: $0.integer(0), set: $0.integer(1)) }
        guard let open else { return nil }
        let shown = try database.shownRecipes.recipes(of: open.job)
        let asked = try database.shownRecipes.members(of: open.set)
        return asked.allSatisfy(shown.contains) ? nil : PendingRecipes(shown: shown, asked: asked)
    }
}
