/// Statements over the views with which commands learn something about a store.
package enum StoreQuestions {
    /// A row where a view has one of the job `:job`.
    package static func rowOfJob(in view: String) -> String { "SELECT 1 FROM \(view) WHERE job = :job LIMIT 1" }

    /// A row for each image that no job shows any more, at most 1,000.
    package static let imagesOfNoJob = "SELECT 1 FROM images WHERE jobs = 0 LIMIT 1000"

    /// The paths of images that jobs show, at most 2,000.
    package static let paths = "SELECT path FROM images WHERE jobs > 0 ORDER BY path LIMIT 2000"

    /// Columns of the first rows of a view; the number of a row, `rowid`, is one that `*` would leave out.
    package static func sample(of columns: [String], in view: String, rows: Int) -> String {
        "SELECT \(columns.joined(separator: ", ")) FROM \(view) LIMIT \(rows)"
    }
}
