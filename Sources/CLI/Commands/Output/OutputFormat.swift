/// How rows are written: `--format`.
package enum OutputFormat: String, CaseIterable, Sendable, Argument {
    /// Columns for people.
    case table
    /// RFC 4180.
    case csv
    /// Tab-separated, with `\t`, `\n`, `\r` and `\\` for themselves.
    case tsv
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson
    /// A FeatureCollection of points, RFC 7946.
    case geojson
}
