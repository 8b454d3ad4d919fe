internal import Platform
internal import Storage
internal import Domain

/// `cairn query SQL`: read-only SQL over the views.
enum QueryCommand {
    struct Options: Sendable {
        var sql: String?
        var file: FilePath?
        var format: OutputFormat?
        var parameters: [Parameter] = []
        var timeout = TimeSpan.seconds(60)
        var out: FilePath?
        var replacesCopy = false
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
                "A backup of the whole store: cairn query --out copy.db; each night: cairn query --out copy.db --replace",
                "Besides SQLite's functions there are \(stores.functions.joined(separator: ", ")).",
            ],
            items: [
                .option(
                    "format", short: "f", \.format, "FORMAT", "how rows are written; default table, json with --json"),
                .list("param", short: "p", \.parameters, "NAME=VALUE", "the value of :NAME in the SQL"),
                .option("file", \.file, "PATH", "read the SQL from a file; - is standard input"),
                .option("out", \.out, "PATH", "copy the whole store, as of one moment, to a new file; takes no SQL"),
                .flag("replace", \.replacesCopy, "with --out: put the copy in the place of an earlier copy of a store"),
                .option("timeout", \.timeout, "TIME", "the longest it may take; default 60s"),
                .argument(\.sql, "SQL", "one SELECT statement"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                if let out = call.options.out { return try copy(to: out, call.options, context) }
                guard !call.options.replacesCopy else {
                    throw CommandFailure("--replace goes with --out FILE, the copy that is replaced", .badInput)
                }
                let sql = try sql(call.options, context)
                let hints = QueryHints(sql)
                let query = Query(
                    sql: sql,
                    parameters: Dictionary(call.options.parameters.map { ($0.name, $0.value) }) { $1 },
                    format: call.options.format ?? (call.common.json ? .json : .table),
                    answer: QueryAnswer(console, limit: call.options.timeout, advice: hints.advice), hints: hints,
                    columns: console.outputColumns)
                stores.prepareForQueries()
                let store = try context.open(for: .read)
                for sentence in try query.run(on: store, QuerySpelling(stores)) { context.reporter.say(sentence) }
                return .done
            }
        }
    }

    /// Copies the whole store to a file that is not there yet.
    private static func copy(to file: FilePath, _ options: Options, _ context: CommandContext) throws(CommandFailure)
        -> ExitCode
    {
        guard file != FilePath("-") else {
            throw CommandFailure(
                "--out copies the whole store to a new file, and cannot write it to standard output; "
                    + "name a file, such as copy.db. "
                    + "Without --out, the rows of a query go to standard output", .badInput)
        }
        guard options.sql == nil, options.file == nil, options.format == nil, options.parameters.isEmpty else {
            throw CommandFailure(
                "--out copies the whole store; leave out the SQL, --file, --format and --param, "
                    + "or write rows with `--format csv > FILE`", .badInput)
        }
        try context.checkOutputs([OutputFile(file, .copy)])
        let store = try context.open(for: .read)
        let target = StoreLocation(file)
        let words = { (error: StoreError) in
            switch error.kind {
            case .taken: CommandFailure(error.message, .badInput)
            // What cannot be written is not the store.
            case _ where error.location == target: CommandFailure(error.message, .noAnswer)
            default: error.commandFailure
            }
        }
        let bytes = try endingCommand(words) { () throws(StoreError) in
            try store.copy(to: target, replacing: options.replacesCopy)
        }
        context.reporter.say(
            "copied \(store.location) to \(file) (\(HumanFormat.bytes(bytes))): a backup that you alone may read (mode 0600), and that keeps the signatures of addresses, which rows hide"
        )
        return .done
    }

    private static func sql(_ options: Options, _ context: CommandContext) throws(CommandFailure) -> String {
        switch (options.sql, options.file) {
        case (let sql?, nil): return sql
        case (nil, let file?):
            let bytes = file == FilePath("-") ? try context.standardInput() : try context.text(of: file)
            return String(decoding: bytes, as: UTF8.self)
        case (nil, nil):
            throw CommandFailure("SQL is missing; give a SELECT statement, or --file PATH", .badInput)
        case (.some, .some): throw CommandFailure("give either SQL or --file, not both", .badInput)
        }
    }
}
