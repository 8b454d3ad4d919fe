/// The views that come in pairs: `labels` has the newest answers to what a job selects, `labels_history` all answers.
///
/// `CREATE PAIR labels AS ...` in views.sql stands for both. What differs between them is named in braces there.
enum ViewPairs {
    /// What a mark stands for in the view of what a job shows, and in the view of all answers.
    private typealias Mark = (shown: String, all: String)

    private static let marks: [String: Mark] = [
        "image": (
            "r.image_id, p.path, strftime('%Y-%m-%dT%H:%M:%fZ', ji.missing_at / 1000.0, 'unixepoch') AS missing_at",
            "r.image_id, \(name) AS path"
        ),
        "origin": (
            "\(recipe), j.name AS job, \(run)", "\(recipe), \(run),\n       r.answer_id, r.generation, r.is_newest"
        ),
        "answers": (shownAnswers, "answer AS r"),
        "annotations": (
            shownAnswers + "\nJOIN annotation AS a ON a.answer_id = r.answer_id",
            "annotation AS a JOIN answer AS r ON r.answer_id = a.answer_id"
        ),
        "shown": ("jr.shown_until IS NULL AND \(notCorrected) AND ", ""),
    ]

    /// A name of the answer's image that is there, the oldest one, as `images` has it.
    private static let name = """
        (SELECT p.path FROM path AS p WHERE p.image_id = r.image_id
                ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1)
        """

    private static let recipe = """
        (SELECT c.feature FROM recipe AS c WHERE c.recipe_id = r.recipe_id) AS feature,
               (SELECT c.backend FROM recipe AS c WHERE c.recipe_id = r.recipe_id) AS backend,
               (SELECT c.model FROM recipe AS c WHERE c.recipe_id = r.recipe_id) AS model, r.recipe_id
        """

    private static let run = """
        r.run_id AS asked_by_run,
               strftime('%Y-%m-%dT%H:%M:%fZ', r.annotated_at / 1000.0, 'unixepoch') AS annotated_at
        """

    /// A job's images, and the newest answers that it shows of them.
    ///
    /// A plus sign keeps SQLite from building an index over all answers by what stands behind it: asked for two labels
    /// of one image it would search it for each word. 0.85 is not a measured share: with it tables are read in a good
    /// order.
    private static let shownAnswers = """
        job_recipe AS jr JOIN job AS j ON j.job_id = jr.job_id
        JOIN job_image AS ji ON ji.job_id = jr.job_id AND ji.until_submission IS NULL
        LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
        JOIN answer AS r ON r.image_id = ji.image_id AND +r.recipe_id = jr.recipe_id
            AND likelihood(+r.is_newest = 1, 0.85)
        """

    /// A machine's answers are not shown where a person's are: by columns of rows that are read anyway.
    ///
    /// As good as always true, so that it changes no plan. A person's answer is known by its own row, which has no run:
    /// by its recipe's, SQLite would ask this of images before it knows that they are wanted.
    private static let notCorrected = """
        likelihood(ji.corrected IS NULL OR r.run_id = 0 OR ji.corrected & jr.feature_bit = 0, 1.0)
        """

    /// The SQL with two views in the place of each pair.
    ///
    /// It goes over the bytes once: every command that opens a store compares these views with the store's.
    static func expanded(_ sql: String) -> String {
        var lines: [String] = []
        var pair: String?
        for part in sql.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = String(Substring(part))
            guard pair != nil || line.hasPrefix(opening) else {
                lines.append(line)
                continue
            }
            let statement = pair.map { "\($0)\n\(line)" } ?? String(line.dropFirst(opening.utf8.count))
            guard line.utf8.last == UInt8(ascii: ";") else {
                pair = statement
                continue
            }
            pair = nil
            let name = statement.prefix { $0 != " " }
            let rest = statement[name.endIndex...]
            lines.append("CREATE VIEW \(name)\(filled(rest, \.shown))\n")
            lines.append("CREATE VIEW \(name)_history\(filled(rest, \.all))")
        }
        return lines.joined(separator: "\n")
    }

    /// A statement with the text of each mark; no other braces stand in it.
    private static func filled(_ statement: Substring, _ text: (Mark) -> String) -> String {
        let parts = statement.utf8.split(omittingEmptySubsequences: false) { byte in
            byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
        }
        return parts.map { part in marks[String(Substring(part))].map(text) ?? String(Substring(part)) }.joined()
    }

    private static let opening = "CREATE PAIR "
}
