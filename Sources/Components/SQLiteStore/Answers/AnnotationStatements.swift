internal import SQLite
internal import Storage

/// The statements that insert the annotations of one answer, some at a time: compiled once, and found without their
/// text.
///
/// Opening the table and its indexes takes as long as inserting a row.
struct AnnotationStatements {
    /// Rows of one statement.
    static let maxRows = 32
    /// Parameters of one row: term_id, kind, rank, score, topicality.
    static let columns: Int32 = 5
    private var insertions: [Statement<StoreError>?] = Array(repeating: nil, count: maxRows + 1)

    /// The statement that inserts a number of rows of the answer ?1, at places from ?2 on.
    mutating func insertion(of count: Int, on connection: Connection<StoreError>)
        throws(StoreError) -> Statement<StoreError>
    {
        if let known = insertions[count] { return known }
        let rows = (0..<count).map { "(?1, ?2 + \($0), ?, ?, ?, ?, ?)" }
        // ROLLBACK: no journal of what this statement alone has changed; any error ends the transaction as it is.
        let statement = try connection.prepareToKeep(
            "INSERT OR ROLLBACK INTO annotation (answer_id, place, term_id, kind, rank, score, topicality) VALUES "
                + rows.joined(separator: ", "))
        insertions[count] = statement
        return statement
    }
}
