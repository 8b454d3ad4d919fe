internal import Platform
internal import Storage
internal import Domain

/// `cairn retry RUN [--kind K] [--code C]`: puts failures back in the queue.
enum RetryCommand {
    struct Options: Sendable {
        var run: RunReference?
        var kind: Failure.Kind?
        var code: String?
        var isDry = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "retry", "puts failed images of a run back in the queue",
            details: [
                "Run `cairn work` then. An image that was quarantined runs alone. "
                    + "Files that could not be read when the job was submitted are looked at again by submitting it again."
            ],
            items: [
                .option("kind", \.kind, "KIND", "only failures of this kind"),
                .option("code", \.code, "CODE", "only failures with this code, such as DEADLINE_EXCEEDED"),
                .flag("dry-run", \.isDry, "change nothing; say what would be queued again"),
                .run(\.run),
            ], defaults: Options()
        ) { call, console in
            CommandContext(call.common, console, stores).order(
                about: call.options.run, isDry: call.options.isDry, column: "retried"
            ) { store, run throws(StoreError) in
                let filter = RetryFilter(kind: call.options.kind, code: call.options.code)
                let isDry = call.options.isDry
                let count =
                    isDry
                    ? try store.snapshot { reports throws(StoreError) in
                        try reports.retryable(run, only: filter)
                    } : try store.control.retry(run, only: filter)
                let (totals, isCurrent) = try store.snapshot { reports throws(StoreError) in
                    (try reports.totals(of: run), try reports.isCurrent(run))
                }
                let result = RetryResult(
                    run: run, filter: filter, count: count, totals: totals, isCurrent: isCurrent, isDry: isDry)
                return (result.words, result.figure)
            }
        }
    }
}

extension Failure.Kind: Argument {}
