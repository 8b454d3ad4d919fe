internal import Platform
internal import Schema
internal import SQLite
internal import Storage
internal import Text
internal import Domain

/// Answers a query of a job's sources, by what other jobs show and by nothing else, on a connection of its own.
///
/// The store is attached by a name that no statement can know, behind views with the names of its tables and views:
/// those that a source may read have the rows of the query's jobs alone, and the others fail when they are read.
struct ImageQueryReader: Sendable {
    /// A job whose rows are read.
    struct ReadJob: Sendable {
        let id: Int64
        let name: String
    }

    /// The store's file, links resolved.
    let store: FilePath
    let query: ImageQuery
    /// The query's jobs that the store knows, in its order; at least one.
    let jobs: [ReadJob]
    /// The job whose sources have the query.
    let ownJob: Int64
    let limit: QueryDeadline
    /// Whether its caller has ended it.
    let isEnded: @Sendable () -> Bool

    /// The images of all rows, as of one moment.
    func read() throws(ImageQueryError) -> QueriedImages {
        let found = statementCount(in: query.text)
        guard found == 1 else { throw .query(.notOneStatement(found: found)) }
        let file: StoreFile
        do throws(StoreError) { file = try StoreFile(store) } catch { throw .query(.store(error)) }
        let hidden = "s\(hexadecimal(RequestKey.random().bytes))"
        let explain: (SQLiteError) -> ImageQueryError = { [limit] in .query(queryError($0, in: file, limit)) }
        let plain: Connection<SQLiteError>
        do throws(SQLiteError) { plain = try connect(as: hidden) } catch { throw explain(error) }
        let connection = Connection(plain, explain: explain)
        let lookup = try ImageLookup(of: jobs.map(\.id), in: hidden, on: connection)
        let kept = query.keeps ? try lookup.keptImages(of: ownJob) : []
        try connection.confineToReading(
            virtualTables: Database.searchTables, maxBytes: QueryMemory.usual.value, hidesSchema: true)
        connection.stop(when: { [limit, isEnded] in limit.hasPassed || isEnded() })
        let statement = try connection.prepare(query.text)
        if let refusal = Database.refusal(of: statement) { throw .query(refusal) }
        if let parameter = statement.parameters.first {
            throw .query(.unbound(parameter: parameter.map { String($0.dropFirst()) } ?? "?"))
        }
        return try images(of: statement, lookup, kept: kept)
    }

    /// A connection to nothing, behind whose views the store lies, as of this moment.
    private func connect(as hidden: String) throws(SQLiteError) -> Connection<SQLiteError> {
        let connection = try Connection(path: Array(":memory:".utf8), mode: .attaching)
        connection.waitForWriters(milliseconds: 5_000)
        try Database.attach(store, to: connection, as: hidden)
        try connection.run("BEGIN")
        let objects = try connection.all(
            """
            SELECT name FROM \(hidden).sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        ) { $0.text(0) }.filter { !Database.searchTables.contains($0) }
        try connection.define("refuse_source", arguments: 1) { arguments throws(SQLiteError) in
            try arguments.withText(0) { name throws(SQLiteError) in
                let name = String(decoding: name.indices.map { name[$0] }, as: UTF8.self)
                throw SQLiteError(refusedArgument: "a source reads what jobs show; `\(name)` is not such a view")
            }
        }
        for name in objects {
            let identifier = quoted(name, in: "\"")
            // One row, so that a table without rows is refused as well.
            let refused = """
                (SELECT 1) LEFT JOIN \(hidden).\(identifier) AS t ON 0
                WHERE refuse_source(\(quoted(name, in: "'")))
                """
            let source = name == "text_search" ? "(\(textSearch(in: hidden)))" : "\(hidden).\(identifier)"
            let rows = condition(on: name, in: hidden).map { "\(source) AS t WHERE \($0)" } ?? refused
            try connection.script("CREATE TEMP VIEW \(identifier) AS SELECT t.* FROM \(rows)")
        }
        try Database.defineFunctions(of: connection)
        return connection
    }

    /// The statement behind `text_search` over the store's own tables.
    private func textSearch(in hidden: String) -> String {
        StoreSchema.textSearch.replacing("FROM ", with: "FROM \(hidden).").replacing("JOIN ", with: "JOIN \(hidden).")
    }

    /// Which rows of a table or a view a source reads, as SQL; nil: it may not read it.
    private func condition(on name: String, in hidden: String) -> String? {
        switch name {
        case "recipes": return "1"
        case "images", "image_paths":
            let numbers = jobs.map { String($0.id) }.joined(separator: ", ")
            return """
                image_id IN (SELECT image_id FROM \(hidden).job_image WHERE job_id IN (\(numbers))
                    AND until_submission IS NULL)
                """
        case _ where shownViews.contains(name):
            return "job IN (\(jobs.map { quoted($0.name, in: "'") }.joined(separator: ", ")))"
        default: return nil
        }
    }

    /// The images of a statement's rows, and behind them those that were kept.
    private func images(
        of statement: Statement<ImageQueryError>, _ lookup: ImageLookup, kept: [ImageID]
    ) throws(ImageQueryError) -> QueriedImages {
        let columns = statement.columns.map { $0.lowercased() }
        let number = columns.firstIndex(of: "image_id").map { Int32($0) }
        guard let column = number ?? columns.firstIndex(of: "path").map({ Int32($0) }) else { throw .noImageColumn }
        var images = QueriedImages()
        var seen = RowSet()
        func add(_ found: ImageLookup.Found) {
            guard seen.insert(found.member.image.value) else { return images.repeatedRows += 1 }
            if found.isMissing {
                images.missingNames.append(found.member.path)
            } else {
                images.members.append(found.member)
            }
        }
        var row = 0
        while try statement.step() {
            row += 1
            guard row <= maxRows else { throw .tooManyRows(limit: maxRows) }
            let found: ImageLookup.Found?
            switch statement.kind(column) {
            case .null:
                images.rowsWithoutImage += 1
                continue
            case .integer where number != nil: found = try lookup.find(ImageID(statement.bits(column)))
            case .text where number == nil: found = try lookup.find(path: statement.text(column))
            default: found = nil
            }
            guard let found else {
                throw .notAnImage(row: row, statement.kind(column) == .blob ? "bytes" : statement.text(column))
            }
            add(found)
        }
        for image in kept where !seen.contains(image.value) {
            if let found = try lookup.find(image), !found.isMissing { add(found) }
        }
        return images
    }
}

/// A text as SQL writes it between two of a mark: `'` for values, `"` for names.
private func quoted(_ text: String, in mark: String) -> String {
    mark + text.replacing(mark, with: mark + mark) + mark
}

/// The views with a job that a source reads: the rows of the query's jobs.
private let shownViews: Set = [
    "annotations", "captions", "corrections", "embeddings", "failures", "job_images", "label_changes", "labels",
    "landmarks", "objects", "plain_texts", "segments", "text_search", "texts",
]
/// The most rows of a query.
private let maxRows = 10_000_000
