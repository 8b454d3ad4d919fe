internal import SQLite
internal import Storage
internal import Domain
internal import Zlib

/// The kept responses and the answers that were read from them.
struct AnswerReader: Reader {
    let database: Database

    /// Some of the kept responses from which answers were read, in the order of their attempts.
    ///
    /// - Parameters:
    ///   - after: the attempt behind which the page begins.
    ///   - run: only what was asked in this run.
    ///   - backends: only responses of these kinds.
    ///   - limit: the most.
    func responses(after: AttemptID, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [StoredResponse]
    {
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
        ) { ResponseRow($0) }
        return try responses(found, backends)
    }

    /// Responses with what was read from each.
    func responses(_ rows: [ResponseRow], _ backends: [String]) throws(StoreError) -> [StoredResponse] {
        try rows.map { row throws(StoreError) in
            return StoredResponse(
                attempt: row.attempt, path: row.path,
                raw: raw(row.body, sent: row.sent), original: row.original,
                results: try results(of: row.attempt, image: row.image, backends))
        }
    }

    /// A response from its kept bytes; nil where they are damaged.
    ///
    /// - Parameter sent: the picture's size as it was sent.
    func raw(_ body: [UInt8], sent: Size?) -> RawResponse? {
        (try? inflate(body.span, limit: maxResponseBytes)).map { RawResponse(bytes: $0, sent: sent) }
    }

    /// What was read from one attempt's response.
    private func results(of attempt: AttemptID, image: Int64, _ backends: [String])
        throws(StoreError) -> [StoredResponse.Result]
    {
        try connection.all(
            """
            SELECT r.answer_id, r.lacks_symbols IS NOT NULL, \(recipeColumns)
            FROM answer AS r JOIN recipe AS c USING (recipe_id)
            WHERE r.image_id = ? AND r.attempt_id = ? AND \(isOneOf(backends)) ORDER BY r.answer_id
            """, .integer(image), .integer(attempt.value)
        ) { row in
            recipe(row, 2).map {
                StoredResponse.Result(id: ResultID(row.integer(0)), recipe: $0, lacksSymbols: row.integer(1) != 0)
            }
        }.compactMap { $0 }
    }

    /// How many answers of machines came from other backends than these.
    func countAnswers(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int {
        try connection.first(
            """
            SELECT count(*) FROM answer AS r JOIN recipe AS c USING (recipe_id)
            WHERE (?1 IS NULL OR r.run_id = ?1) AND NOT \(isOneOf(backends + [personBackend]))
            """, Value(run?.value)
        ) { Int($0.integer(0)) } ?? 0
    }

    /// Whether an answer is kept with just what was read of it again.
    func holds(_ reread: RereadAnswer) throws(StoreError) -> Bool {
        guard try lacksSymbols(reread.id.value) == reread.lacksSymbols else { return false }
        return try rows(of: reread.id.value) == AnnotationRow.rows(of: reread.annotations)
    }

    /// The annotations of one answer as they are kept, in their order.
    func rows(of answer: Int64) throws(StoreError) -> [AnnotationRow] {
        var locations: [Int64: [Coordinate]] = [:]
        let found = try connection.all(
            "SELECT place, latitude, longitude FROM location WHERE answer_id = ? ORDER BY place, rank",
            .integer(answer)
        ) { ($0.integer(0), Coordinate(latitude: $0.real(1), longitude: $0.real(2))) }
        for (index, location) in found { locations[index, default: []].append(location) }
        return try connection.all(
            """
            SELECT a.place, m.parent, a.kind, ifnull(a.rank, a.place), ifnull(m.text, t.description), t.mid, a.score,
                CASE WHEN a.topicality IS NULL THEN a.score WHEN a.topicality >= 0 THEN a.topicality END,
                m.locale, m.level, m.x_min, m.y_min, m.x_max, m.y_max, m.polygon, m.attributes, x.c0, b.data
            FROM annotation AS a LEFT JOIN term AS t ON t.term_id = a.term_id
            LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
            LEFT JOIN texts_fts_content AS x ON x.id = CAST(a.answer_id << 20 | a.place AS INTEGER)
            LEFT JOIN annotation_blob AS b ON b.answer_id = a.answer_id AND b.place = a.place
            WHERE a.answer_id = ? ORDER BY a.place
            """, .integer(answer)
        ) { row -> AnnotationRow? in
            guard let kind = Annotation.Kind(number: row.integer(2)) else {
                row.refuse("annotation \(row.integer(0)) of answer \(answer) has the kind \(row.integer(2))")
                return nil
            }
            return AnnotationRow(
                kind: kind, rank: Int(row.integer(3)), description: row.text(4), mid: row.optionalText(5),
                score: row.optionalReal(6), topicality: row.optionalReal(7), locale: row.optionalText(8),
                level: row.optionalText(9), parent: row.optionalInteger(1).map { Int($0) },
                outline: row.optionalText(14).map { polygon in
                    PolygonText(
                        xMin: row.real(10), yMin: row.real(11), xMax: row.real(12), yMax: row.real(13),
                        polygon: polygon)
                }, attributes: row.optionalText(15),
                blob: row.isNull(17) ? nil : row.blob(17), locations: locations[row.integer(0)] ?? [],
                passage: row.optionalText(16))
        }.compactMap { $0 }
    }
}

/// The condition that a recipe is of one of some backends; their kinds are words of the manifest's grammar.
func isOneOf(_ backends: [String]) -> String {
    "c.backend IN (\(backends.map { "'\($0)'" }.joined(separator: ", ")))"
}

/// A size in two columns; nil where there is none.
func size(_ row: Row, _ column: Int32) -> Size? {
    row.isNull(column) || row.isNull(column + 1)
        ? nil : Size(width: Int(row.integer(column)), height: Int(row.integer(column + 1)))
}

/// The most bytes of one response: above what any service is let answer with.
let maxResponseBytes = 1 << 28
