internal import Manifest
internal import Platform
internal import Reporting
internal import Storage
internal import Domain

/// `cairn status [RUN]`: counts, rate, time left, units and dollars of caps, failures by kind.
enum StatusCommand {
    struct Options: Sendable {
        var run: RunReference?
        var takesAll = false
        var job: String?
        var watch = false
        var interval: TimeSpan?
        var prometheus: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "status", "shows the progress, speed, cost and failures of runs",
            details: [
                "The rate counts the images that finished in the last minute. "
                    + "If the time left is unknown, status says why: no worker is running, a cap is reached, the service has asked for a pause.",
                "--watch ends when nothing is left to do, or with Ctrl-C. With --json it writes one object a line.",
                "--prometheus writes metrics for node_exporter's textfile collector instead of the status and replaces FILE in one step; "
                    + "FILE should end in .prom, or be - for standard output.",
            ],
            items: [
                .flag("watch", short: "w", \.watch, "refresh until the runs end"),
                .flag("all", \.takesAll, "all runs, not the newest ten"),
                .option("job", \.job, "JOB", "all runs of this job"),
                .option("interval", \.interval, "DURATION", "the time between; default 2s"),
                .option("prometheus", \.prometheus, "FILE", "write metrics to FILE"),
                .run(\.run, "one run, by its number or its job's name; otherwise the newest ones", isRequired: false),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let options = call.options
                if options.interval != nil, !options.watch {
                    throw CommandFailure("--interval is for --watch; give both or neither", .badInput)
                }
                if options.prometheus != nil, call.common.json {
                    throw CommandFailure("--prometheus takes the place of --json; give one of them", .badInput)
                }
                if let interval = options.interval, interval < TimeSpan(milliseconds: 100) {
                    throw CommandFailure(
                        "--interval: expected 100ms or more, found \(interval.milliseconds)ms", .badInput)
                }
                if [options.takesAll, options.job != nil, options.run != nil].count(where: \.self) > 1 {
                    throw CommandFailure("give RUN, --job or --all; one of them says which runs are meant", .badInput)
                }
                var watch = try StatusWatch(context, options)
                return options.watch ? try watch.untilOver(every: options.interval ?? .seconds(2)) : try watch.once()
            }
        }
    }

    static let columns = [
        "run_id", "job", "state", "total", "done", "failed", "queued", "running", "cancelled", "images_per_second",
        "seconds_left", "units_settled", "units_uncertain", "usd_low", "usd_high", "backend",
        "account", "submitted_at", "finished_at", "duration_seconds", "stopped_at", "stop_reason",
    ]

    /// A run's values for `columns`.
    static func cells(of run: RunStatus) -> [Cell] {
        cells(of: run.totals, run.details, imagesPerSecond: run.imagesPerSecond, remaining: run.remaining)
    }

    /// A run's values for `columns`, from its numbers and details.
    static func cells(
        of totals: RunTotals, _ details: RunDetails, imagesPerSecond rate: Double = 0, remaining: TimeSpan? = nil,
        stopReason: String? = nil
    ) -> [Cell] {
        [
            .integer(totals.run.value), .text(totals.job), .text(totals.state), Cell(totals.total), Cell(totals.done),
            Cell(totals.failed), Cell(totals.queued), Cell(totals.running), Cell(totals.cancelled),
            rate > 0 ? .real((rate * 100).rounded() / 100) : .null,
            remaining.map { .integer($0.milliseconds / 1000) } ?? .null,
            Cell(totals.cost.settled), Cell(totals.cost.uncertain),
            .dollars(totals.cost.minMicroDollars), .dollars(totals.cost.maxMicroDollars),
            Cell(details.backend?.rawValue), Cell(details.account), .text(totals.submittedAt.iso8601),
            Cell(totals.finishedAt?.iso8601), .integer(details.duration.milliseconds / 1000),
            Cell(details.stoppedAt?.iso8601),
            Cell(stopReason ?? details.stopReason),
        ]
    }
}
