internal import Platform
internal import Schema
internal import Storage

/// The metadata with which Datasette shows a store: what views and columns mean, and questions to choose from.
///
/// Inner tables are hidden.
///
/// See https://docs.datasette.io/en/stable/metadata.html for what each key means.
struct DatasetteMetadata {
    private let views: [(name: String, columns: [ViewColumn])]
    private let tables: [String]

    init(of stores: any StoreProvider) throws(StoreError) {
        views = try stores.views()
        tables = try stores.tables()
    }

    /// JSON; the database has the name of the file without its ending, as in Datasette.
    func text(for store: StoreLocation) -> String {
        var tables = JSONObject()
        for view in views { tables.add(view.name, description(of: view)) }
        var hidden = JSONObject()
        hidden.add("hidden", Cell(1))
        for table in self.tables { tables.add(table, hidden) }
        var queries = JSONObject()
        for question in CannedQuestion.all {
            var query = JSONObject()
            query.add("title", .text(question.title))
            query.add("sql", .text(question.sql))
            queries.add(question.name, query)
        }
        var database = JSONObject()
        database.add("title", .text("Annotations"))
        database.add("tables", tables)
        database.add("queries", queries)
        var databases = JSONObject()
        databases.add(DatasetteMetadata.name(of: store), database)
        var metadata = JSONObject()
        metadata.add("title", .text("Cairn"))
        metadata.add("databases", databases)
        return String(decoding: metadata.text, as: UTF8.self) + "\n"
    }

    /// What Datasette calls the database of a file.
    private static func name(of store: StoreLocation) -> String {
        let name = FilePath(bytes: store.bytes).name.description
        return name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
    }

    private func description(of view: (name: String, columns: [ViewColumn])) -> JSONObject {
        var object = JSONObject()
        if let summary = ViewPage.embedded.summary(of: view.name) {
            object.add("description", .text("\(summary.capitalizedFirst)."))
        }
        var columns = JSONObject()
        for column in view.columns {
            columns.add(column.name, Cell(ViewPage.embedded.meaning(of: column.name, in: view.name)))
        }
        object.add("columns", columns)
        var units = JSONObject()
        for (name, unit) in view.columns.compactMap({ column in
            DatasetteMetadata.units[column.name].map { (column.name, $0) }
        }) {
            units.add(name, .text(unit))
        }
        object.add("units", units)
        let names = Set(view.columns.map(\.name))
        if let facets = DatasetteMetadata.facets[view.name] { object.add("facets", list: facets.map { .text($0) }) }
        if let order = DatasetteMetadata.order.first(where: names.contains) { object.add("sort_desc", .text(order)) }
        if view.name == "texts" || view.name == "text_search" || view.name == "texts_history" {
            object.add("fts_table", .text("texts_fts"))
            object.add("fts_pk", .text("annotation_id"))
        }
        return object
    }

    /// Units by Pint, which Datasette writes behind numbers.
    private static let units = [
        "bytes": "byte", "request_bytes": "byte", "latency_ms": "ms", "width": "px", "height": "px",
        "latitude": "degree", "longitude": "degree", "camera_latitude": "degree", "camera_longitude": "degree",
    ]

    /// What rows of small views have in common: a facet counts all rows.
    private static let facets = [
        "failures": ["job", "kind"], "runs": ["job", "state"], "spending": ["account", "month", "feature"],
        "corrections": ["job", "state", "author"],
    ]

    /// The column by which the rows of a small view are sorted, the newest or dearest first.
    private static let order = ["submitted_at", "failed_at", "saved_at", "month"]
}

extension String {
    /// With a capital at its beginning.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
