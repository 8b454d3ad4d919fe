/// The SQL of the store and the grammar of manifests, embedded in the program.
package enum StoreSchema {
    /// `PRAGMA application_id` of every store: "Crn1" in ASCII, so that `file` and we know one.
    package static let applicationID: Int64 = 0x4372_6E31

    /// `PRAGMA user_version` of a store that has taken the first step.
    ///
    /// Versions 1 to 10 were development stores with other tables.
    package static let firstVersion = 11

    /// The steps from an empty file to the newest store, in order; each raises the store's version by one.
    package static let migrations: [String] = [text(PackageResources.v001_first_sql)]

    /// `PRAGMA user_version` of a store that has taken all steps.
    package static var version: Int { firstVersion + migrations.count - 1 }

    /// The prices and the views, without a version: replaced whole when they differ.
    package static let views = prices + viewStatements

    /// The table of prices alone.
    package static let prices = text(PackageResources.prices_sql)

    /// The views alone.
    package static let viewStatements = ViewPairs.expanded(withCosts(text(PackageResources.views_sql)))

    /// The statement behind the view `text_search`.
    ///
    /// Connections that trust no schema read FTS5 through no view of the file, and do through one of their own.
    package static let textSearch: String = {
        let start = viewStatements.firstRange(of: "CREATE VIEW text_search AS\n")
        let rest = start.map { viewStatements[$0.upperBound...] } ?? ""
        return String(rest.prefix { $0 != ";" })
    }()

    /// SQL for what units of a month cost from its beginning on, free units first and the tiers after them, in
    /// millionths of a US dollar: `FeaturePrice.cost`, by the row `p` of the table `price`.
    ///
    /// - Parameter units: SQL for how many they are.
    package static func monthCost(of units: String) -> String {
        "(max(0, min(\(units), p.first_tier) - p.free_units) * p.first + max(0, \(units) - p.first_tier) * p.second)"
    }

    /// The views with `month_cost(units)` written out.
    private static func withCosts(_ views: String) -> String {
        let parts = views.split(separator: "month_cost(", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { sql, part in
            var depth = 1
            let end = part.firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            guard let end else { return sql + part }
            return sql + monthCost(of: String(part[..<end])) + part[part.index(after: end)...]
        }
    }

    /// What the newest store has, a line for each table, index, trigger and view.
    ///
    /// It says whether the steps or the views make it, its type, its name, its table and the SHA-256 of its SQL. A test
    /// compares it with what they make.
    package static let objects = text(PackageResources.objects_txt)

    /// The page that explains views and columns, in Markdown.
    package static let page = text(PackageResources.README_md)

    /// Questions that analysts ask, as SQL that any SQLite answers: see `CannedQuestion`.
    package static let questions = text(PackageResources.questions_sql)

    /// JSON Schema of job manifests, for editors.
    package static let job = text(PackageResources.job_schema_json)

    /// JSON Schema of pinned plans.
    package static let plan = text(PackageResources.plan_schema_json)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
