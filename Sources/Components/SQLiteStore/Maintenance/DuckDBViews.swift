internal import Storage

/// The SQL with which DuckDB reads a store: a view of the same name for each of the store's, and `distance_km`.
///
/// Nothing is attached: `SHOW TABLES` would read the store's own views as DuckDB's SQL, and fail.
/// DuckDB's scanner would bind the text of an attached view as its own SQL, in which 1000 / 3 is 333.33, or read all of
/// its columns as text, in which numbers have 15 digits and bytes are errors. `sqlite_scan` has SQLite itself answer
/// the view. It gives columns of tables with their types, and the results of expressions as the bytes of their text.
struct DuckDBViews {
    let sql: String

    init(of views: [(name: String, columns: [ViewColumn])], in store: String) {
        let file = literal(store)
        var statements = [head]
        for view in views {
            let columns = view.columns.map { "    \(expression($0)) AS \(identifier($0.name))" }
            statements.append(
                """
                CREATE OR REPLACE VIEW \(identifier(view.name)) AS SELECT
                \(columns.joined(separator: ",\n"))
                FROM sqlite_scan(\(file), \(literal(view.name)));
                """)
        }
        sql = statements.joined(separator: "\n") + "\n"
    }
}

/// What is said to readers, and the function of `cairn query` that DuckDB has not.
private let head = """
    -- A view for each view of the store; moments are TIMESTAMPTZ. Python needs the package pytz to fetch them.
    -- CAST(x AS INTEGER) rounds here, where SQLite cuts: write floor(score * 10).
    CREATE OR REPLACE MACRO distance_km(lat1, lon1, lat2, lon2) AS
        2 * 6371.0088 * asin(least(1, sqrt(pow(sin(radians(lat2 - lat1) / 2), 2)
            + cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lon2 - lon1) / 2), 2))));
    """

/// A column of a scan as a value of its type.
private func expression(_ column: ViewColumn) -> String {
    let name = identifier(column.name)
    let type =
        switch column.kind {
        case .integer: "BIGINT"
        case .real: "DOUBLE"
        case .bytes: "BLOB"
        case .moment: "TIMESTAMPTZ"
        case .text, nil: "VARCHAR"
        }
    let isTyped = column.declared != nil || column.kind == .bytes
    return "CAST(\(isTyped ? name : "decode(\(name))") AS \(type))"
}

/// A name as SQL writes it.
private func identifier(_ name: String) -> String { "\"\(doubling("\"", in: name))\"" }

/// A text as SQL writes it.
private func literal(_ text: String) -> String { "'\(doubling("'", in: text))'" }

private func doubling(_ quote: Character, in text: String) -> String {
    String(text.flatMap { $0 == quote ? [$0, $0] : [$0] })
}
