internal import SQLite
internal import Storage
internal import Domain

extension AnswerReader {
    /// Whether the response that an answer was read from has symbols of text that were not read.
    func lacksSymbols(_ answer: Int64) throws(StoreError) -> Bool {
        try connection.first("SELECT lacks_symbols IS NOT NULL FROM answer WHERE answer_id = ?", .integer(answer)) {
            $0.integer(0) != 0
        } ?? false
    }

    /// Some of the kept responses that have symbols which were not read: those of the newest answers to one recipe, of
    /// the images in a job's selection, in the order of their attempts.
    ///
    /// - Parameters:
    ///   - last: the attempt behind which the page begins; nil: the first page.
    ///   - limit: the most.
    func responsesLackingSymbols(of recipe: Recipe, job name: String, after last: AttemptID?, limit: Int)
        throws(StoreError) -> [StoredResponse]
    {
        guard let number = try database.recipes.knownNumber(of: recipe) else { return [] }
        let found = try connection.all(
            """
            SELECT s.attempt_id, r.image_id, s.body, s.sent_width, s.sent_height, i.width, i.height,
                (SELECT \(pathBytes) FROM path AS p WHERE p.image_id = r.image_id
                    ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1)
            FROM answer AS r JOIN response AS s ON s.attempt_id = r.attempt_id
                JOIN image AS i ON i.image_id = r.image_id
            WHERE r.recipe_id = ?1 AND r.attempt_id > ?2 AND r.lacks_symbols IS NOT NULL AND r.is_newest = 1
                AND EXISTS (SELECT 1 FROM job AS j JOIN job_image AS m ON m.job_id = j.job_id
                    WHERE j.name = ?3 AND m.image_id = r.image_id AND m.until_submission IS NULL)
            ORDER BY r.attempt_id LIMIT ?4
            """, .integer(number), .integer(last?.value ?? 0), .text(name), Value(limit)
        ) { ResponseRow($0) }
        return try responses(found, [recipe.backend])
    }

    /// The images whose newest answer to a recipe lacks symbols that its kept response has.
    func imagesLackingSymbols(of recipe: Recipe) throws(StoreError) -> [ImageID] {
        guard let number = try database.recipes.knownNumber(of: recipe) else { return [] }
        return try connection.all(
            """
            SELECT r.image_id FROM answer AS r
            WHERE r.recipe_id = ? AND r.lacks_symbols IS NOT NULL AND r.is_newest = 1
                AND EXISTS (SELECT 1 FROM response AS s WHERE s.attempt_id = r.attempt_id)
            """, .integer(number)
        ) { ImageID($0.integer(0)) }
    }
}

/// A kept response, as the questions for them select it.
struct ResponseRow {
    let attempt: AttemptID
    let image: Int64
    let body: [UInt8]
    /// The picture's size as it was sent, and the upright original's.
    let sent: Size?, original: Size?
    let path: [UInt8]

    init(_ row: Row) {
        attempt = AttemptID(row.integer(0))
        image = row.integer(1)
        body = row.blob(2)
        sent = size(row, 3)
        original = size(row, 5)
        path = row.blob(7)
    }
}
