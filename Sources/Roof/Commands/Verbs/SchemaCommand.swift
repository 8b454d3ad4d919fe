internal import Platform
internal import Schema
internal import Storage
internal import Vocabulary

/// `cairn schema [WHAT]`: what SQL sees, and what manifests are made of.
enum SchemaCommand {
    enum Part: String, CaseIterable, Argument {
        case views, job, sql, duckdb
    }

    struct Options: Sendable {
        var part: Part?
    }

    static let command = Command(
        "schema",
        "writes the views and their columns, the JSON Schema of manifests, the store's SQL, or views for DuckDB",
        details: [
            "views: every view and column that `cairn query` and any SQLite client can read.",
            "job: the JSON Schema of job manifests, for editors: `cairn schema job > job.schema.json`.",
            "sql: the statements that make a store.",
            "duckdb: SQL with which DuckDB reads a store, every column with its type: `cairn schema duckdb --store a.db`.",
            "Functions of `cairn query` beside SQLite's own: \(QueryCommand.functions.joined(separator: ", ")).",
        ],
        items: [.argument(\.part, "WHAT", "views, job, sql or duckdb; default views")], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            switch call.options.part ?? .views {
            case .views:
                let views = try place.stopping(Message.init) { () throws(StoreError) in try Store.views() }
                place.write(
                    ["view", "columns"],
                    views.map { [.text($0.name), .text($0.columns.joined(separator: ", "))] })
            case .duckdb:
                let views = try place.stopping(Message.init) { () throws(StoreError) in try Store.typedViews() }
                guard let store = String(validating: call.common.store.bytes, as: UTF8.self) else {
                    let path = call.common.store
                    throw Stop(Message("DuckDB opens no path that is not UTF-8, as \(path) is; rename it", .badInput))
                }
                console.write(DuckDBViews(of: views, in: store).sql)
            case .job: console.write(StoreSchema.job)
            case .sql: console.write((StoreSchema.migrations + [StoreSchema.views]).joined(separator: "\n"))
            }
            return .done
        }
    }
}
