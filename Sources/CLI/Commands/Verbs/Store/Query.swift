internal import Storage
internal import Domain

/// A question in SQL, from the statement to the rows as they are written.
struct Query {
    let sql: String
    /// What stands for `:NAME` in it.
    let parameters: [String: Cell]
    let format: OutputFormat
    let answer: QueryAnswer
    let hints: QueryHints
    /// How wide the terminal is; nil where the rows go elsewhere.
    let columns: Int?

    /// Writes the rows that the store answers with.
    ///
    /// - Parameter spelling: finds what a misspelt name of the SQL may mean; made for an error only, since it makes a
    ///   store in memory.
    /// - Returns: what to say of the rows below them.
    func run(on store: any Store, _ spelling: @autoclosure () -> QuerySpelling) throws(CommandFailure) -> [String] {
        var names: [String] = []
        var refusal: String?
        var writer: RowWriter?
        try endingCommand({ failure(of: $0, spelling()) }) { () throws(QueryError) in
            try store.query(sql, parameters: parameters, deadline: answer.deadline) { found in
                names = found
                refusal = format == .geojson ? CoordinateColumns(found).question : nil
                guard refusal == nil else { return }
                writer = RowWriter(format, columns: found, terminal: columns, output: { answer.write($0) })
            } row: { cells in
                writer?.add(cells)
                return writer != nil
            }
        }
        if let refusal { throw CommandFailure(refusal, .badInput) }
        guard var writer else { return [] }
        writer.finish()
        let hidden = writer.columnsOfNulls
        let nulls = hidden.isEmpty ? "" : "; NULL in each of them: \(hidden.joined(separator: ", "))"
        let count = format == .table ? HumanFormat.count(writer.count, "row") + nulls : nil
        let unplaced = CoordinateColumns(names).sentence(
            without: writer.withoutCoordinates, of: writer.count, columns: names)
        // What follows is asked of the store, and the rows are there.
        let isSlow = answer.deadline.spent > .seconds(2)
        let followUps = hints.followUps + (writer.count == 0 ? hints.followUpsOfNothing : [])
        let asked = followUps.compactMap { $0.sentence(of: store) }
        let told = [count, unplaced] + hints.sentences + asked + [isSlow ? hints.advice : nil]
        return told.compactMap(\.self)
    }

    private func failure(of error: QueryError, _ spelling: QuerySpelling) -> CommandFailure {
        guard case .sql(let message) = error,
            let sentence = ForeignSQL.sentence(message, in: sql) ?? spelling.sentence(message, in: sql)
        else { return answer.failure(error) }
        return CommandFailure(sentence, .badInput)
    }
}
