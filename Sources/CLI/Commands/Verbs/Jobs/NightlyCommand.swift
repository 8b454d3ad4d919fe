internal import Planning
internal import Platform
internal import Reporting
internal import Storage
internal import Domain

/// `cairn nightly JOB...`: submits and works like `run`, one job after the other, and writes only when a person should
/// look.
enum NightlyCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var cacert: FilePath?
        var log: FilePath?
        var report: FilePath?
        var prometheus: FilePath?
        var accepted = AcceptedChanges()
        var isVerbose = false
        var makesNew = false
        var work = WorkOptions()
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "nightly", "runs jobs from cron: prints nothing unless something needs attention",
            details: [
                "Submits each job and processes its images until none is left that can run. "
                    + "One nightly works on a job at a time: a second one ends with exit code 6. "
                    + "run and work beside it are allowed.",
                "If something needs attention, it prints one screen about what the night did and what it cost; cron mails it. "
                    + "Failures of earlier nights are mentioned and not counted again.",
                "If more than half of a job's pictures (and more than 10) are missing at once, would leave the job, or would be asked and billed again because something was changed, the job stops and changes nothing, until an option accepts it.",
            ],
            items: WorkOptions.items.map { $0.inside(\.work) }
                + Option.acceptances.map { $0.inside(\.accepted) } + [
                    .flag("verbose", short: "v", \.isVerbose, "always say what the night did"),
                    .option("prometheus", \.prometheus, "FILE", "write metrics of these nights to FILE"),
                    .newStore(\.makesNew), .log(\.log), .report(\.report), .certificates(\.cacert),
                    .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml; - is standard input", atLeast: 1),
                ],
            defaults: Options()
        ) { call, console in
            var common = call.common
            // Cron mails every word; how far the work is interests only those who watch it.
            if console.errorColumns == nil { common.quiet = true }
            let context = CommandContext(common, console, stores)
            return context.attempt { () throws(CommandFailure) in try NightlyRunner(context, call.options).work() }
        }
    }
}
