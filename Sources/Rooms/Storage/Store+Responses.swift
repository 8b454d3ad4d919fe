internal import SQLite
package import Vocabulary
internal import Zlib

extension Store {
    /// Some of the kept responses from which answers were read, in the order of their attempts.
    ///
    /// - Parameters:
    ///   - after: the attempt behind which to go on.
    ///   - run: only what was asked in this run.
    ///   - backends: only responses of these kinds.
    ///   - limit: the most.
    package func responses(after: AttemptID, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [KeptResponse]
    {
        try guarded { () throws(SQLiteError) in
            let found = try connection.all(
                """
                SELECT s.attempt_id, t.image_id, s.body, s.sent_width, s.sent_height, i.width, i.height,
                    (SELECT \(pathBytes) FROM path AS p WHERE p.image_id = t.image_id
                        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1)
                FROM response AS s JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
                    JOIN image AS i USING (image_id)
                WHERE s.attempt_id > ?1 AND (?2 IS NULL OR a.run_id = ?2) AND EXISTS (
                    SELECT 1 FROM answer AS r JOIN recipe AS c USING (recipe_id)
                    WHERE r.image_id = t.image_id AND r.attempt_id = s.attempt_id AND \(isOneOf(backends)))
                ORDER BY s.attempt_id LIMIT ?3
                """, .integer(after.value), Value(run?.value), Value(limit)
            ) { row in
                (
                    attempt: AttemptID(row.integer(0)), image: row.integer(1), body: row.blob(2),
                    sent: size(row, 3), original: size(row, 5), path: row.blob(7)
                )
            }
            var responses: [KeptResponse] = []
            for one in found {
                let bytes = try? inflate(one.body.span, limit: longestResponse)
                responses.append(
                    KeptResponse(
                        attempt: one.attempt, path: one.path,
                        raw: bytes.map { RawResponse(bytes: $0, sent: one.sent) }, original: one.original,
                        results: try results(of: one.attempt, image: one.image, backends)))
            }
            return responses
        }
    }

    /// What was read from one attempt's response.
    private func results(of attempt: AttemptID, image: Int64, _ backends: [String])
        throws(SQLiteError) -> [KeptResponse.Result]
    {
        try connection.all(
            """
            SELECT r.answer_id, \(recipeColumns) FROM answer AS r JOIN recipe AS c USING (recipe_id)
            WHERE r.image_id = ? AND r.attempt_id = ? AND \(isOneOf(backends)) ORDER BY r.answer_id
            """, .integer(image), .integer(attempt.value)
        ) { row in
            recipe(row, 1).map { KeptResponse.Result(id: ResultID(row.integer(0)), recipe: $0) }
        }.compactMap { $0 }
    }

    /// How many answers came from other backends than these.
    package func countResults(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT count(*) FROM answer AS r JOIN recipe AS c USING (recipe_id)
                WHERE (?1 IS NULL OR r.run_id = ?1) AND NOT \(isOneOf(backends))
                """, Value(run?.value)
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Whether an answer is kept with just these annotations.
    package func holds(_ annotations: [Annotation], in result: ResultID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try rows(of: result.value) == AnnotationRow.rows(of: annotations)
        }
    }

    /// Puts annotations in the place of those that an answer had; call it within a transaction.
    ///
    /// The answer's generation and moment stay, and the annotations are numbered by their places again.
    package func replaceAnnotations(of result: ResultID, with annotations: [Annotation]) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try removeAnnotations(of: result.value)
            try insert(annotations, into: result.value)
        }
    }
}

/// The condition that a recipe is of one of some backends; their kinds are words of the manifest's grammar.
func isOneOf(_ backends: [String]) -> String {
    "c.backend IN (\(backends.map { "'\($0)'" }.joined(separator: ", ")))"
}

/// A size in two columns; nil where there is none.
func size(_ row: Statement, _ column: Int32) -> Size? {
    row.isNull(column) || row.isNull(column + 1)
        ? nil : Size(width: Int(row.integer(column)), height: Int(row.integer(column + 1)))
}

/// The most bytes of one response: above what any service is let answer with.
let longestResponse = 1 << 28
