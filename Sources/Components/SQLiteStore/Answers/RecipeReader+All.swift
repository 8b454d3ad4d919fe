internal import SQLite
internal import Storage
internal import Domain

extension RecipeReader {
    /// Every recipe that is registered and whose feature this program knows, by number.
    func all() throws(StoreError) -> [RecipeID: Recipe] {
        try guarded { () throws(SQLiteError) in
            let rows = try connection.all("SELECT c.recipe_id, \(recipeColumns) FROM recipe AS c") { row in
                (RecipeID(row.integer(0)), recipe(row, 1))
            }
            var recipes: [RecipeID: Recipe] = [:]
            for case (let number, let recipe?) in rows { recipes[number] = recipe }
            return recipes
        }
    }
}
