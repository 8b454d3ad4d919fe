internal import SQLite
internal import Storage
internal import Domain

/// What exports read of a SQLite store, within one transaction.
struct SQLiteExportRows: Reader, ExportRows {
    let database: Database

    func eachImage(
        of job: String, _ body: (ShownImage) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Bool {
        let found = try endingCommand { () throws(StoreError) in
            try database.number(job: job).map { number throws(StoreError) in
                let statement = try connection.statement(
                    """
                    SELECT v.image_id, \(imageKeyColumns), i.width, i.height, i.format,
                        ifnull(p.path, (SELECT o.path FROM path AS o WHERE o.image_id = v.image_id
                            ORDER BY o.path_id LIMIT 1)),
                        \(pathBytes), p.orientation, v.state, v.missing_at IS NOT NULL,
                        (SELECT o.taken_at FROM path AS o WHERE o.image_id = v.image_id
                            ORDER BY o.replaced_at IS NOT NULL, o.missing_at IS NOT NULL, o.path_id LIMIT 1)
                    FROM job_images AS v JOIN image AS i ON i.image_id = v.image_id
                    JOIN job_image AS ji ON ji.job_id = ?2 AND ji.image_id = v.image_id AND ji.until_submission IS NULL
                    LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
                    WHERE v.job = ?1 ORDER BY \(pathBytes), v.image_id
                    """)
                try statement.bind([.text(job), .integer(number)])
                return statement
            }
        }
        guard let found else { return false }
        defer { found.reset() }
        while try endingCommand({ () throws(StoreError) in try found.step() }) {
            guard let image = image(found) else { continue }
            try body(image)
        }
        return true
    }

    func outlines(to image: ImageID, of job: String) throws(StoreError) -> [ShownAnswer] {
        try connection.all(
            """
            SELECT r.answer_id, r.annotated_at, c.feature, c.backend, c.model, jr.person
            FROM job AS j JOIN job_image AS ji ON ji.job_id = j.job_id AND ji.image_id = ?2
                AND ji.until_submission IS NULL
            JOIN job_recipe AS jr ON jr.job_id = j.job_id AND jr.shown_until IS NULL
            JOIN answer AS r ON r.image_id = ji.image_id AND r.recipe_id = jr.recipe_id AND r.is_newest = 1
            JOIN recipe AS c ON c.recipe_id = r.recipe_id
            WHERE j.name = ?1 AND (ji.corrected IS NULL OR r.run_id = 0 OR ji.corrected & jr.feature_bit = 0)
            ORDER BY r.recipe_id
            """, .text(job), .integer(image.value)
        ) { row in
            shownRecipe(row, 2).map {
                ShownAnswer(
                    id: ResultID(row.integer(0)), recipe: $0, annotatedAt: Timestamp(milliseconds: row.integer(1)),
                    annotations: [])
            }
        }.compactMap { $0 }
    }

    func filled(_ outline: ShownAnswer) throws(StoreError) -> ShownAnswer {
        let rows = try database.answers.rows(of: outline.id.value)
        return ShownAnswer(
            id: outline.id, recipe: outline.recipe, annotatedAt: outline.annotatedAt,
            annotations: rows.map(Annotation.init), passages: rows.compactMap(\.passage))
    }

    func rereadCount() throws(StoreError) -> Int64 {
        try connection.first("SELECT CAST(value AS INTEGER) FROM property WHERE name = 'rereads'") { $0.integer(0) }
            ?? 0
    }

    func files(of image: ImageID) throws(StoreError) -> [FileLocation] { try database.names.locations(of: image) }

    func attempts(at image: ImageID, of job: String) throws(StoreError) -> [ShownAttempt] {
        try connection.all(
            """
            SELECT a.started_at, a.outcome, a.code, a.message, \(maxCost)
            FROM task AS t JOIN run AS u ON u.run_id = t.run_id JOIN job AS j ON j.job_id = u.job_id
            JOIN attempt AS a ON a.task_id = t.task_id
            WHERE t.image_id = ?2 AND j.name = ?1 ORDER BY a.attempt_id
            """, .text(job), .integer(image.value)
        ) { row in
            ShownAttempt(
                startedAt: Timestamp(milliseconds: row.integer(0)), outcome: row.text(1), code: row.optionalText(2),
                message: row.optionalText(3), maxMicroDollars: row.integer(4))
        }
    }

    func responses(
        to image: ImageID, of job: String, from backends: [String]
    ) throws(StoreError) -> [ShownResponse] {
        let rows = try connection.all(
            """
            SELECT r.attempt_id, c.feature, r.annotated_at
            FROM job AS j JOIN job_recipe AS jr ON jr.job_id = j.job_id AND jr.shown_until IS NULL
            JOIN answer AS r ON r.image_id = ?2 AND r.recipe_id = jr.recipe_id AND r.is_newest = 1 AND r.run_id <> 0
            JOIN recipe AS c ON c.recipe_id = r.recipe_id
            WHERE j.name = ?1 AND \(isOneOf(backends)) ORDER BY r.attempt_id, r.recipe_id
            """, .text(job), .integer(image.value)
        ) { row in
            (
                attempt: AttemptID(row.integer(0)), feature: FeatureType(rawValue: row.text(1)),
                at: Timestamp(milliseconds: row.integer(2))
            )
        }
        var responses: [ShownResponse] = []
        for case (let attempt, let feature?, let moment) in rows {
            if responses.last?.attempt == attempt {
                responses[responses.count - 1].features.append(feature)
            } else {
                responses.append(ShownResponse(attempt: attempt, answeredAt: moment, features: [feature]))
            }
        }
        return responses
    }

    func response(of attempt: AttemptID) throws(StoreError) -> RawResponse? {
        try connection.first(
            "SELECT body, sent_width, sent_height FROM response WHERE attempt_id = ?", .integer(attempt.value)
        ) { database.answers.raw($0.blob(0), sent: size($0, 1)) } ?? nil
    }

    /// The recipes whose answers a job's rows show.
    func recipes(of job: String) throws(StoreError) -> [ShownRecipe] {
        try connection.all(
            """
            SELECT c.feature, c.backend, c.model, jr.person FROM job AS j
            JOIN job_recipe AS jr ON jr.job_id = j.job_id AND jr.shown_until IS NULL
            JOIN recipe AS c ON c.recipe_id = jr.recipe_id WHERE j.name = ? ORDER BY c.recipe_id
            """, .text(job)
        ) { shownRecipe($0, 0) }.compactMap { $0 }
    }

    private func image(_ row: Row) -> ShownImage? {
        guard let key = ImageKey(row, at: 1), let state = ShownImage.State(rawValue: row.text(11)) else {
            row.refuse("image \(row.integer(0)) has a kind or a state that does not exist")
            return nil
        }
        return ShownImage(
            id: ImageID(row.integer(0)), key: key, size: size(row, 5), path: row.text(8),
            name: paths.absolute(row.blob(9)), state: state, isMissing: row.integer(12) != 0,
            takenAt: row.optionalInteger(13).map(Timestamp.init(milliseconds:)),
            orientation: row.optionalInteger(10).map { Int($0) }, format: row.optionalText(7))
    }
}

/// What the attempt `a` cost at the most, in millionths of a US dollar.
let maxCost = """
    ifnull((SELECT sum(l.micro_usd) FROM ledger AS l WHERE l.attempt_id = a.attempt_id AND l.state <> 'released'), 0)
    """

/// A recipe in four columns; nil of a feature that this program does not know.
private func shownRecipe(_ row: Row, _ column: Int32) -> ShownRecipe? {
    FeatureType(rawValue: row.text(column)).map {
        ShownRecipe(
            feature: $0, backend: row.text(column + 1), model: row.text(column + 2),
            isPerson: row.integer(column + 3) != 0)
    }
}
