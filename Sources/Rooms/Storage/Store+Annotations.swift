internal import SQLite
internal import Vocabulary

extension Store {
    /// Keeps the annotations of one result, in their order.
    func insert(_ rows: [AnnotationRow], into result: Int64) throws(SQLiteError) {
        guard !rows.isEmpty else { return }
        let insertion = try connection.statement(annotationInsertion)
        var numbers: [Int64] = []
        for row in rows {
            try insertion.run(
                .integer(result), Value(row.parent.map { numbers[$0] }), .text(row.kind), Value(row.rank),
                .text(row.description), Value(row.mid), Value(row.score), Value(row.topicality), Value(row.locale),
                Value(row.level), Value(row.outline?.xMin), Value(row.outline?.yMin), Value(row.outline?.xMax),
                Value(row.outline?.yMax), Value(row.outline?.polygon), Value(row.attributes))
            let number = connection.lastInsertedRow
            numbers.append(number)
            for (rank, place) in row.locations.enumerated() { try insert(place, rank: rank, of: number) }
        }
        for place in AnnotationRow.searched(among: rows) {
            try connection.run(
                "INSERT INTO texts_fts (rowid, text) VALUES (?, ?)", .integer(numbers[place]),
                .text(rows[place].description))
        }
    }

    private func insert(_ place: Coordinate, rank: Int, of annotation: Int64) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO location (annotation_id, rank, latitude, longitude) VALUES (?, ?, ?, ?)",
            .integer(annotation), Value(rank), .real(place.latitude), .real(place.longitude))
        try connection.run(
            "INSERT INTO landmarks_rtree VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?5)", .integer(connection.lastInsertedRow),
            .real(place.latitude), .real(place.longitude), .integer(annotation), Value(rank))
    }

    /// The annotations of one result as they are kept, in their order.
    func rows(of result: Int64) throws(SQLiteError) -> [AnnotationRow] {
        var places: [Int64: [Coordinate]] = [:]
        let locations = try connection.all(
            """
            SELECT l.annotation_id, l.latitude, l.longitude FROM annotation AS a JOIN location AS l USING (annotation_id)
            WHERE a.result_id = ? ORDER BY l.annotation_id, l.rank
            """, .integer(result)
        ) { ($0.integer(0), Coordinate(latitude: $0.real(1), longitude: $0.real(2))) }
        for (annotation, place) in locations { places[annotation, default: []].append(place) }
        var numbers: [Int64: Int] = [:]
        return try connection.all(
            """
            SELECT annotation_id, parent_id, kind, rank, description, mid, score, topicality, locale, level,
                x_min, y_min, x_max, y_max, polygon, attributes
            FROM annotation WHERE result_id = ? ORDER BY annotation_id
            """, .integer(result)
        ) { row in
            numbers[row.integer(0)] = numbers.count
            return AnnotationRow(
                kind: row.text(2), rank: Int(row.integer(3)), description: row.text(4), mid: row.optionalText(5),
                score: row.optionalReal(6), topicality: row.optionalReal(7), locale: row.optionalText(8),
                level: row.optionalText(9), parent: row.optionalInteger(1).flatMap { numbers[$0] },
                outline: row.optionalText(14).map { polygon in
                    Outline(
                        xMin: row.real(10), yMin: row.real(11), xMax: row.real(12), yMax: row.real(13),
                        polygon: polygon)
                }, attributes: row.optionalText(15), locations: places[row.integer(0)] ?? [])
        }
    }

    /// Removes the annotations of one result with all that hangs on them.
    func removeAnnotations(of result: Int64) throws(SQLiteError) {
        for removal in annotationRemoval { try connection.run(removal, .integer(result)) }
    }
}

private let annotationInsertion = """
    INSERT INTO annotation (result_id, parent_id, kind, rank, description, mid, score, topicality, locale, level,
        x_min, y_min, x_max, y_max, polygon, attributes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

/// In the order that leaves nothing hanging in between.
private let annotationRemoval = [
    "DELETE FROM texts_fts WHERE rowid IN (SELECT annotation_id FROM annotation WHERE result_id = ? AND kind = 'text')",
    """
    DELETE FROM landmarks_rtree WHERE location_id IN (
        SELECT l.location_id FROM annotation AS a JOIN location AS l USING (annotation_id) WHERE a.result_id = ?)
    """,
    "DELETE FROM location WHERE annotation_id IN (SELECT annotation_id FROM annotation WHERE result_id = ?)",
    "DELETE FROM annotation WHERE result_id = ?",
]
