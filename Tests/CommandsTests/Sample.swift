import Commands
import Platform
import Domain

/// A program with an option of every kind.
enum Sample {
    struct Check: Sendable {
        var jobs: [FilePath] = []
    }

    struct Query: Sendable {
        var sql: String?
        var format = OutputFormat.table
        var parameters: [String] = []
        var file: FilePath?
        var limit = TimeSpan.seconds(30)
        var rows: Int?
        var all = false
        var verbose = false
    }

    enum Topic: String, CaseIterable, Argument {
        case views, manifest
    }

    struct Schema: Sendable {
        var topic: Topic?
    }

    static var program: Program {
        Program(
            "cairn", "annotates sets of images in batches", version: "1.2.3",
            commands: [
                Command(
                    "check", "validates manifests and touches nothing",
                    items: [.rest(\.jobs, "JOB", "manifests", atLeast: 1)], defaults: Check()
                ) { call, console in
                    console.write("\(call.options.jobs) store \(call.common.store) quiet \(call.common.quiet)\n")
                    return 0
                },
                Command(
                    "query", "answers a question in SQL",
                    details: [
                        "The question is one statement that only reads. Without SQL and without --file it is read "
                            + "from standard input."
                    ],
                    items: [
                        .argument(\.sql, "SQL", "the question"),
                        .option("format", short: "f", \.format, "FORMAT", "how rows are written", environment: "FORM"),
                        .list("param", short: "p", \.parameters, "NAME=VALUE", "a value for :NAME in the question"),
                        .option("file", \.file, "PATH", "a file with the question"),
                        .option("limit-time", \.limit, "DURATION", "the longest the question may take; default 30s"),
                        .option("rows", short: "r", \.rows, "COUNT", "at most so many rows"),
                        .flag("all", short: "a", \.all, "older generations too"),
                        .flag("verbose", short: "v", \.verbose, "say more about how the question is answered"),
                    ], defaults: Query()
                ) { call, console in
                    let o = call.options
                    console.write(
                        "\(o.sql ?? "-") \(o.format) \(o.parameters) \(o.file?.description ?? "-") "
                            + "\(o.limit.milliseconds) \(o.rows ?? -1) \(o.all) \(o.verbose) \(call.common.json)\n")
                    return 5
                },
                Command(
                    "schema", "shows what SQL sees",
                    items: [.argument(\.topic, "WHAT", "what to show")], defaults: Schema()
                ) { call, console in
                    console.write("\(call.options.topic?.rawValue ?? "all")\n")
                    return 0
                },
            ])
    }

    /// Runs the program; answers its status and what it wrote.
    static func run(
        _ words: [String], environment: [String: String] = [:]
    ) -> (status: Int32, output: String, error: String) {
        let recorder = Recorder()
        let status = program.main(words, environment: environment, console: recorder.console)
        return (status, recorder.output, recorder.error)
    }
}
