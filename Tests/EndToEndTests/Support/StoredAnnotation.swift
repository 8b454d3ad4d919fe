import TestSupport

/// A row of the view `annotations`, as anybody's SQL sees it.
struct StoredAnnotation {
    let kind: String
    let rank: Int
    let level: String?
    /// What it says, value by value; numbers as the 32-bit values they were.
    let words: String
    /// Where it lies in the upright original; empty for what has no place.
    let polygon: [[Double]]
    let attributes: JSONText
    /// The place of what it lies in among all of its picture's.
    let parent: Int?

    /// The annotations of each picture, by the picture's name, as they stand in the answers.
    static func all(in book: Book) throws -> [String: [StoredAnnotation]] {
        let rows = try book.rows(
            """
            SELECT path, annotation_id, kind, rank, level, description, mid, score, topicality, locale, polygon,
                attributes,
                parent_id
            FROM annotations ORDER BY path, annotation_id
            """)
        var found: [String: [StoredAnnotation]] = [:]
        var places: [String: (path: String, place: Int)] = [:]
        for row in rows {
            let name = String(row[0].split(separator: "/").last ?? "")
            let place = found[name, default: []].count
            places[row[1]] = (name, place)
            let parent = row[12] == "NULL" ? nil : places[row[12]].map { $0.path == name ? $0.place : -1 } ?? -1
            func json(_ text: String) throws -> JSONText { text == "NULL" ? .null : try JSONText(Array(text.utf8)) }
            let polygon = try json(row[10]).items.map { $0.items.compactMap(\.double) }
            found[name, default: []].append(
                StoredAnnotation(
                    kind: row[2], rank: Int(row[3]) ?? -1, level: row[4] == "NULL" ? nil : row[4],
                    words: Self.words(
                        description: row[5], mid: row[6], score: Float(row[7]), topicality: Float(row[8]),
                        locale: row[9]),
                    polygon: polygon, attributes: try json(row[11]), parent: parent))
        }
        return found
    }

    /// The columns of an annotation in one line.
    static func words(
        description: String, mid: String = "NULL", score: Float? = nil, topicality: Float? = nil,
        locale: String = "NULL"
    ) -> String {
        let numbers = [score, topicality].map { $0.map { "\($0)" } ?? "NULL" }
        return ([description, mid] + numbers + [locale]).joined(separator: " | ")
    }
}
