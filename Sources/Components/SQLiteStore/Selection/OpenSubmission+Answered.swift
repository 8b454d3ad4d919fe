internal import Domain

extension OpenSubmission {
    /// Whether the image `i` has answers to recipes that are not too old, and that its newest task has not asked again
    /// and failed.
    ///
    /// - Parameters:
    ///   - recipes: nil: all that the submission asks.
    ///   - image: the alias of the row that has `image_id`.
    func isAnswered(_ recipes: [RecipeID]? = nil, since: Timestamp?, of image: String = "i") -> String {
        let fresh = since.map { " AND r.is_newest = 1 AND r.annotated_at >= \($0.milliseconds)" } ?? ""
        let answers = (recipes ?? self.recipes).map { recipe in
            let isLater =
                hasFloors
                ? """
                 AND r.generation > ifnull((SELECT f.generation FROM \(floors(of: "\(image).image_id"))
                    AND f.recipe_id = \(recipe.value)), 0)
                """ : ""
            return """
                EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = \(image).image_id
                    AND r.recipe_id = \(recipe.value)\(fresh)\(isLater))
                """
        }
        return answers.isEmpty ? "1" : answers.joined(separator: " AND ")
    }

    /// What follows FROM: the floors `f` of an image's newest task in the job, where that has failed.
    ///
    /// - Parameter image: the image's number.
    func floors(of image: String) -> String {
        """
        task AS k JOIN task_floor AS f USING (task_id) WHERE k.image_id = \(image) AND k.state = 'failed'
            AND k.run_id = (SELECT max(t.run_id) FROM task AS t JOIN run AS u USING (run_id)
                WHERE t.image_id = \(image) AND u.job_id = \(job.value))
        """
    }
}
