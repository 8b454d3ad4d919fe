internal import SQLite
internal import Storage
internal import Domain

extension Answers {
    /// Keeps the annotations of one answer, in their order.
    ///
    /// - Parameter first: the place of the first one that is not there yet.
    func insert(_ annotations: [Annotation], into answer: Int64, from first: Int = 0) throws(StoreError) {
        var isPlain = true
        // A span lends its elements field by field, where an array gives copies whose parts are all counted.
        let all = annotations.span
        var start = first
        while start < all.count {
            let end = min(all.count, start + AnnotationStatements.maxRows)
            let statement = try database.annotationStatements.insertion(of: end - start, on: connection)
            defer { statement.reset() }
            try statement.bind(answer, at: 1)
            try statement.bind(Int64(start), at: 2)
            var column: Int32 = 3
            for index in start..<end {
                let kind = all[index].kind.number
                if kind != labels { isPlain = false }
                if kind == labels || !all[index].isRunningText {
                    try statement.bind(try term(all[index].description, all[index].mid), at: column)
                }
                try statement.bind(kind, at: column + 1)
                let rank = max(0, all[index].rank)
                if rank != index { try statement.bind(Int64(rank), at: column + 2) }
                try bind(all[index].score, all[index].topicality, to: statement, column + 3)
                if isPlain {
                    isPlain =
                        all[index].polygon.isEmpty && all[index].locale == nil && all[index].attributes == nil
                        && !all[index].kind.hasBlob && all[index].locations.isEmpty
                }
                column += AnnotationStatements.columns
            }
            _ = try statement.step()
            start = end
        }
        if !isPlain { try insertMore(annotations, into: answer, from: first) }
    }

    /// Binds a score and, behind it, a topicality; what is null is left as it is.
    private func bind(_ score: Float?, _ topicality: Float?, to statement: Statement<StoreError>, _ column: Int32)
        throws(StoreError)
    {
        let kept = score.flatMap(shortest)
        if let kept { try statement.bind(kept, at: column) }
        if let score, score >= 0, topicality == score { return }
        let keptTopicality = topicality.flatMap { $0 >= 0 ? shortest($0) : nil }
        if keptTopicality != kept { try statement.bind(keptTopicality ?? noTopicality, at: column + 1) }
    }

    /// Keeps what few annotations have.
    private func insertMore(_ annotations: [Annotation], into answer: Int64, from first: Int) throws(StoreError) {
        for (index, annotation) in annotations.enumerated().dropFirst(first) where !annotation.isPlain {
            let parent = annotation.keptParent(at: index, among: annotations)
            let outline = PolygonText(annotation.polygon)
            if parent != nil || outline != nil || annotation.keptLevel != nil || annotation.isRunningText
                || annotation.locale != nil || annotation.attributes != nil
            {
                try connection.run(
                    """
                    INSERT OR ROLLBACK INTO annotation_more (answer_id, place, parent, level, text, locale, x_min,
                        y_min,
                        x_max, y_max, polygon, attributes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, .integer(answer), Value(index), Value(parent), Value(annotation.keptLevel?.rawValue),
                    annotation.isRunningText ? .text(annotation.description) : .null, Value(annotation.locale),
                    Value(outline?.xMin), Value(outline?.yMin), Value(outline?.xMax), Value(outline?.yMax),
                    Value(outline?.polygon), Value(annotation.attributes))
            }
            if let blob = annotation.keptBlob {
                try connection.run(
                    "INSERT INTO annotation_blob (answer_id, place, data) VALUES (?, ?, ?)", .integer(answer),
                    Value(index), .blob(blob))
            }
            for (rank, location) in annotation.keptLocations.enumerated() {
                try insert(location, rank: rank, of: answer, index)
            }
        }
        for passage in annotations.passages where passage.index >= first {
            try connection.run(
                "INSERT INTO texts_fts (rowid, text) VALUES (?, ?)", .integer(answer << 20 | Int64(passage.index)),
                .text(passage.text))
        }
    }

    private func insert(_ location: Coordinate, rank: Int, of answer: Int64, _ index: Int) throws(StoreError) {
        try connection.run(
            "INSERT INTO location (answer_id, place, rank, latitude, longitude) VALUES (?, ?, ?, ?, ?)",
            .integer(answer), Value(index), Value(rank), .real(location.latitude), .real(location.longitude))
        try connection.run(
            "INSERT INTO landmarks_rtree VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?5)", .integer(connection.lastInsertedRow),
            .real(location.latitude), .real(location.longitude), .integer(answer << 20 | Int64(index)), Value(rank))
    }

    /// Removes the annotations of one answer with all that hangs on them.
    func removeAnnotations(of answer: Int64) throws(StoreError) {
        for removal in annotationRemoval { try connection.run(removal, .integer(answer)) }
    }
}

/// The number of the most frequent kind, which has none of the columns of `annotation_more`.
private let labels = Annotation.Kind.label.number

/// The value of a missing topicality, since null means that it equals the score.
private let noTopicality: Double = -1

/// In the order that leaves nothing hanging in between.
private let annotationRemoval = [
    "DELETE FROM texts_fts WHERE rowid BETWEEN ?1 << 20 AND (?1 + 1 << 20) - 1",
    "DELETE FROM landmarks_rtree WHERE location_id IN (SELECT location_id FROM location WHERE answer_id = ?)",
    "DELETE FROM location WHERE answer_id = ?",
    "DELETE FROM annotation_blob WHERE answer_id = ?",
    "DELETE FROM annotation_more WHERE answer_id = ?",
    "DELETE FROM annotation WHERE answer_id = ?",
]
