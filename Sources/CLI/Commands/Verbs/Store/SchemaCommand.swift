internal import Platform
internal import Schema
internal import Storage
internal import Domain

/// `cairn schema [WHAT]`: what SQL sees, and what manifests are made of.
enum SchemaCommand {
    enum Part: String, CaseIterable {
        case views, job, sql, duckdb, datasette
    }

    /// A part, or the name of a view.
    struct Topic: Argument {
        let word: String

        static func read(_ word: String) -> Topic? { Topic(word: word) }
        static var expectation: String { "one of \(choices.joined(separator: ", ")), or the name of a view" }
        static var choices: [String] { Part.allCases.map(\.rawValue) }
    }

    struct Options: Sendable {
        var topic: Topic?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "schema",
            "writes the views and their columns, one view, the JSON Schema of manifests, the store's SQL, or files for DuckDB and Datasette",
            details: [
                "views: every view and column that `cairn query` and any SQLite client can read, and behind them what is searched by area (landmarks_rtree, an R*Tree) and by words (texts_fts, FTS5).",
                "the name of a view, such as labels: its columns with their meaning and, of its first 10,000 rows, the most common values.",
                "job: the JSON Schema of job manifests, for editors: `cairn schema job > job.schema.json`.",
                "sql: the statements that make a store.",
                "duckdb: SQL with which DuckDB reads a store, every column with its type: `cairn schema duckdb --store a.db`.",
                "datasette: metadata with which Datasette shows a store, with questions to choose from: `cairn schema datasette --store copy.db > metadata.json`, then `datasette copy.db -m metadata.json`.",
                "Functions of `cairn query` beside SQLite's own: \(stores.functions.joined(separator: ", ")).",
            ],
            items: [.argument(\.topic, "WHAT", "views, job, sql, duckdb, datasette or a view's name; default views")],
            defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let word = call.options.topic?.word ?? Part.views.rawValue
                if let part = Part(rawValue: word) {
                    try write(part, context)
                } else {
                    try ViewReport(of: word, context).write()
                }
                return .done
            }
        }
    }

    private static func write(_ part: Part, _ context: CommandContext) throws(CommandFailure) {
        let (stores, console) = (context.stores, context.console)
        switch part {
        case .views:
            let views = try endingCommand { () throws(StoreError) in try stores.views() + stores.searches() }
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
                    try stores.duckDBStatements(for: context.common.store)
                })
        case .datasette:
            let metadata = try endingCommand { () throws(StoreError) in try DatasetteMetadata(of: stores) }
            console.write(metadata.text(for: context.common.store))
        case .job: console.write(StoreSchema.job)
        case .sql: console.write(stores.statements)
        }
    }
}
