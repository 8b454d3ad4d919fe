internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn query SQL`: read-only SQL over the views.
enum QueryCommand {
    struct Options: Sendable {
        var sql: String?
        var file: FilePath?
        var format: OutputFormat?
        var parameters: [Parameter] = []
        var timeout = TimeSpan.seconds(60)
    }

    /// `NAME=VALUE`: a number where the value reads as one, otherwise text.
    struct Parameter: Argument {
        let name: String
        let value: Cell

        static func read(_ word: String) -> Parameter? {
            guard let cut = word.firstIndex(of: "="), cut > word.startIndex else { return nil }
            let name = String(word[..<cut].drop { ":@$".contains($0) })
            let text = String(word[word.index(after: cut)...])
            if let number = Int64(text) { return Parameter(name: name, value: .integer(number)) }
            if let number = Double(text), number.isFinite { return Parameter(name: name, value: .real(number)) }
            return Parameter(name: name, value: .text(text))
        }

        static var expectation: String { "NAME=VALUE" }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "query", "answers read-only SQL over the views; `cairn schema` lists them",
            details: [
                "Example: cairn query \"select path, description, score from labels where score > :least\" --param least=0.8",
                "Besides SQLite's functions there are \(stores.functions.joined(separator: ", ")).",
            ],
            items: [
                .option(
                    "format", short: "f", \.format, "FORMAT", "how rows are written; default table, json with --json"),
                .list("param", short: "p", \.parameters, "NAME=VALUE", "the value of :NAME in the SQL"),
                .option("file", \.file, "PATH", "read the SQL from a file; - is standard input"),
                .option("timeout", \.timeout, "TIME", "the longest it may take; default 60s"),
                .argument(\.sql, "SQL", "one SELECT statement"),
            ], defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                let sql = try sql(call.options, place)
                stores.prepareForQueries()
                let store = try place.open(for: .read)
                let format = call.options.format ?? (call.common.json ? .json : .table)
                var parameters: [String: Cell] = [:]
                for parameter in call.options.parameters { parameters[parameter.name] = parameter.value }
                let answer = QueryAnswer(console, limit: call.options.timeout)
                var writer: RowWriter?
                try place.stopping(answer.message) { () throws(QueryError) in
                    try store.query(sql, parameters: parameters, deadline: answer.deadline) { columns in
                        writer = RowWriter(
                            format, columns: columns, terminal: console.outputColumns, output: { answer.write($0) })
                    } row: { cells in
                        writer?.add(cells)
                        return true
                    }
                }
                writer?.finish()
                if format == .table, let count = writer?.count {
                    place.narrator.say("\(Figures.count(Int64(count), "row"))")
                }
                return .done
            }
        }
    }

    private static func sql(_ options: Options, _ place: Workplace) throws(Stop) -> String {
        switch (options.sql, options.file) {
        case (let sql?, nil): return sql
        case (nil, let file?):
            let bytes = file == FilePath("-") ? try place.standardInput() : try place.text(of: file)
            return String(decoding: bytes, as: UTF8.self)
        case (nil, nil): throw Stop(Message("SQL is missing; give a SELECT statement, or --file PATH", .badInput))
        case (.some, .some): throw Stop(Message("give either SQL or --file, not both", .badInput))
        }
    }
}
