internal import SQLite
internal import Vocabulary

extension Store {
    /// Keeps the annotations of one result, in their order.
    func insert(_ rows: [AnnotationRow], into result: Int64) throws(SQLiteError) {
        guard !rows.isEmpty else { return }
        // A new row's number is the greatest there is and one (https://www.sqlite.org/autoinc.html).
        let first = 1 + (try connection.first("SELECT max(annotation_id) FROM annotation") { $0.integer(0) } ?? 0)
        var place = 0
        while place < rows.count {
            let count = rows.count - place >= rowsAtOnce ? rowsAtOnce : 1
            let isPlain = rows[place..<(place + count)].allSatisfy(\.isPlain)
            var values: [Value] = [.integer(result)]
            for row in rows[place..<(place + count)] { row.append(to: &values, isPlain: isPlain, first: first) }
            try connection.statement(annotationInsertion(of: count, isPlain: isPlain)).run(values)
            place += count
        }
        guard connection.lastInsertedRow == first + Int64(rows.count) - 1 else {
            throw SQLiteError(code: 1, message: "annotations were not numbered one after the other")
        }
        for (place, row) in rows.enumerated() {
            for (rank, location) in row.locations.enumerated() {
                try insert(location, rank: rank, of: first + Int64(place))
            }
        }
        for place in AnnotationRow.searched(among: rows) {
            try connection.run(
                "INSERT INTO texts_fts (rowid, text) VALUES (?, ?)", .integer(first + Int64(place)),
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

extension AnnotationRow {
    /// Whether it has words and scores and nothing else, as labels have.
    fileprivate var isPlain: Bool {
        parent == nil && locale == nil && level == nil && outline == nil && attributes == nil
    }

    /// Appends what `annotationInsertion` wants of one row.
    ///
    /// - Parameter first: the number of the answer's first row.
    fileprivate func append(to values: inout [Value], isPlain: Bool, first: Int64) {
        values.append(.text(kind))
        values.append(Value(rank))
        values.append(.text(description))
        values.append(Value(mid))
        values.append(Value(score))
        values.append(Value(topicality))
        if isPlain { return }
        values.append(Value(parent.map { first + Int64($0) }))
        values.append(Value(locale))
        values.append(Value(level))
        values.append(Value(outline?.xMin))
        values.append(Value(outline?.yMin))
        values.append(Value(outline?.xMax))
        values.append(Value(outline?.yMax))
        values.append(Value(outline?.polygon))
        values.append(Value(attributes))
    }
}

/// The statement that inserts some rows of the result ?1.
private func annotationInsertion(of count: Int, isPlain: Bool) -> String {
    switch (count, isPlain) {
    case (1, true): onePlain
    case (1, false): oneWhole
    case (_, true): severalPlain
    case (_, false): severalWhole
    }
}

/// Several rows by one statement: opening the table and its indexes takes as long as inserting a row.
private let rowsAtOnce = 5

private let onePlain = insertion(of: 1, plainColumns)
private let oneWhole = insertion(of: 1, plainColumns + furtherColumns)
private let severalPlain = insertion(of: rowsAtOnce, plainColumns)
private let severalWhole = insertion(of: rowsAtOnce, plainColumns + furtherColumns)

private let plainColumns = ["kind", "rank", "description", "mid", "score", "topicality"]
private let furtherColumns = [
    "parent_id", "locale", "level", "x_min", "y_min", "x_max", "y_max", "polygon", "attributes",
]

private func insertion(of rows: Int, _ columns: [String]) -> String {
    let row = "(?1, " + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
    // ROLLBACK: no journal of what this statement alone has changed; any error ends the transaction as it is.
    return "INSERT OR ROLLBACK INTO annotation (result_id, \(columns.joined(separator: ", "))) VALUES "
        + Array(repeating: row, count: rows).joined(separator: ", ")
}

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
