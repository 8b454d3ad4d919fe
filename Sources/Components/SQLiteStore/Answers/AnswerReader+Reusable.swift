internal import SQLite
internal import Storage
internal import Domain

extension AnswerReader {
    /// Some of the kept responses with the newest answers to one recipe, of a job's images that lack another one's.
    ///
    /// - Parameters:
    ///   - last: the image behind which the page begins.
    ///   - limit: the most.
    func responses(
        answering recipe: Recipe, notYet other: Recipe, job name: String, after last: ImageID, limit: Int
    ) throws(StoreError) -> [ReusableResponse] {
        guard let number = try database.recipes.knownNumber(of: recipe) else { return [] }
        return try connection.all(
            """
            SELECT r.image_id, r.answer_id, r.annotated_at, s.body, s.sent_width, s.sent_height, i.width, i.height
            FROM job AS j JOIN job_image AS m ON m.job_id = j.job_id
                JOIN answer AS r ON r.image_id = m.image_id AND r.recipe_id = ?1 AND r.is_newest = 1
                JOIN response AS s ON s.attempt_id = r.attempt_id JOIN image AS i ON i.image_id = r.image_id
            WHERE j.name = ?3 AND m.image_id > ?4 AND m.until_submission IS NULL
                AND NOT EXISTS (SELECT 1 FROM answer AS o WHERE o.image_id = m.image_id AND o.recipe_id = ?2)
            ORDER BY m.image_id LIMIT ?5
            """, .integer(number), Value(try database.recipes.knownNumber(of: other)), .text(name),
            .integer(last.value), Value(limit)
        ) { row in
            ReusableResponse(
                image: ImageID(row.integer(0)), answer: ResultID(row.integer(1)),
                at: Timestamp(milliseconds: row.integer(2)), raw: raw(row.blob(3), sent: size(row, 4)),
                original: size(row, 6))
        }
    }
}
