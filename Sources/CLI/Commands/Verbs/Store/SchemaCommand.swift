internal import Platform
internal import Schema
internal import Storage
internal import Domain

/// `cairn schema [WHAT]`: what SQL sees, and what manifests are made of.
enum SchemaCommand {
    enum Part: String, CaseIterable, Argument {
        case views, job, sql, duckdb
    }

    struct Options: Sendable {
        var part: Part?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "schema",
            "writes the views and their columns, the JSON Schema of manifests, the store's SQL, or views for DuckDB",
            details: [
                "views: every view and column that `cairn query` and any SQLite client can read, and behind them what is searched by area (landmarks_rtree, an R*Tree) and by words (texts_fts, FTS5).",
                "job: the JSON Schema of job manifests, for editors: `cairn schema job > job.schema.json`.",
                "sql: the statements that make a store.",
                "duckdb: SQL with which DuckDB reads a store, every column with its type: `cairn schema duckdb --store a.db`.",
                "Functions of `cairn query` beside SQLite's own: \(stores.functions.joined(separator: ", ")).",
            ],
            items: [.argument(\.part, "WHAT", "views, job, sql or duckdb; default views")], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                switch call.options.part ?? .views {
                case .views:
                    let views = try endingCommand { () throws(StoreError) in
                        try stores.views() + stores.searches()
                    }
                    context.write(
                        ["view", "columns"],
                        views.map { [.text($0.name), .text($0.columns.map(\.name).joined(separator: ", "))] })
                case .duckdb:
                    // Nothing is opened here: a path that DuckDB cannot take is a wrong argument.
                    let refused = { (error: StoreError) in
                        error.kind == .cannotOpen ? CommandFailure(error.message, .badInput) : error.commandFailure
                    }
                    console.write(
                        try endingCommand(refused) { () throws(StoreError) in
                            try stores.duckDBStatements(for: call.common.store)
                        })
                case .job: console.write(StoreSchema.job)
                case .sql: console.write(stores.statements)
                }
                return .done
            }
        }
    }
}
