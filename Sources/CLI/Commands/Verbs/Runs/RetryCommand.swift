internal import Platform
internal import Storage
internal import Domain

/// `cairn retry RUN [--kind K] [--code C] [--all] [--since MOMENT]`: asks again what failed, or all that was asked.
enum RetryCommand {
    struct Options: Sendable {
        var run: RunReference?
        var kind: Failure.Kind?
        var code: String?
        var takesAll = false
        var since: Moment?
        var isDry = false

        /// Which images are meant.
        func filter(at now: Timestamp) throws(CommandFailure) -> RetryFilter {
            guard takesAll || since != nil else { return .failures(kind: kind, code: code) }
            guard kind == nil, code == nil else {
                throw CommandFailure(
                    "--all and --since ask again whatever was asked; leave --kind and --code out", .badInput)
            }
            guard let since else { return .asked(since: Timestamp(milliseconds: .min)) }
            guard !takesAll else { throw CommandFailure("give --all or --since, not both", .badInput) }
            return .asked(since: since.timestamp(at: now))
        }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "retry", "puts failed images, or all that were asked, back in the queue",
            details: [
                "Run `cairn work` then. Of a job it takes all failures that its rows show, whatever their run. "
                    + "An image that was quarantined runs alone. "
                    + "Files that could not be read when the job was submitted are looked at again by submitting it again.",
                "--all and --since take answered images, too. They say what that costs, and on a terminal they ask first. "
                    + "The old answers are shown until the new ones come, and stay in history.",
            ],
            items: [
                .option("kind", \.kind, "KIND", "only failures of this kind"),
                .option("code", \.code, "CODE", "only failures with this code, such as DEADLINE_EXCEEDED"),
                .flag("all", \.takesAll, "all that the run asked, answered or failed"),
                .option(
                    "since", \.since, "MOMENT",
                    "all that the run or the job asked since 2026-11-22, 2026-11-22T03:00Z, 03:00 (by the local clock) or 12h (ago)"
                ),
                .flag("dry-run", \.isDry, "change nothing; say what would be queued again"),
                .run(\.run, "a run's number, or a job's name for all its runs"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let filter = try call.options.filter(at: context.clock.now())
                let store = try context.open(for: call.options.isDry ? .read : .change)
                return try context.retry(call.options, filter, in: store)
            }
        }
    }

    static let columns = ["run_id", "retried", "units", "usd_high"]
}

extension CommandContext {
    fileprivate func retry(
        _ options: RetryCommand.Options, _ filter: RetryFilter, in store: any Store
    ) throws(CommandFailure) -> ExitCode {
        let reference = options.run ?? .number(RunID(0))
        let named = try run(reference, in: store)
        let scope = try retryScope(of: reference, named, takesAll: options.takesAll)
        var result = try store.read { reports throws(StoreError) in
            let found = try reports.retryable(scope, only: filter)
            return RetryResult(scope, filter, found, try RetryPrice(of: found, in: reports), isDry: options.isDry)
        }
        if !result.isDry, !result.retries.isEmpty {
            if filter.supersedesAnswers { try announce(result) }
            result.retries = try endingCommand { () throws(StoreError) in
                try store.control.retry(scope, only: filter)
            }
        }
        let retries = result.retries
        result.rest = try store.read { reports throws(StoreError) in try RetryRest(scope, retries, in: reports) }
        reporter.say(result.words)
        if common.json {
            let rows = (retries.isEmpty ? [RunRetry(named)] : retries).map { result.price.cells(of: $0) }
            write(RetryCommand.columns, rows)
        }
        return .done
    }

    /// Whose images are meant.
    ///
    /// - Parameter named: the run, or the newest one of the job.
    private func retryScope(
        of reference: RunReference, _ named: RunID, takesAll: Bool
    ) throws(CommandFailure) -> RetryScope {
        guard case .job(let name) = reference else { return .run(named) }
        guard !takesAll else {
            throw CommandFailure(
                "--all asks a whole run again, and \(name) is a job: `cairn retry \(named.value) --all` or "
                    + "`cairn retry \(name) --since 18h`", .badInput)
        }
        return .job(name)
    }

    /// Says what it costs to ask again; where it costs anything, a person at a terminal decides.
    private func announce(_ result: RetryResult) throws(CommandFailure) {
        guard result.price.isBilled, console.isInteractive else {
            return reporter.say("asks \(result.subject) again\(result.priceClause)")
        }
        guard console.confirms("ask \(result.subject) again\(result.priceClause)?") else {
            throw CommandFailure("nothing was queued", .capReached)
        }
    }
}

extension Failure.Kind: Argument {}
