internal import Platform
internal import Storage
internal import Domain

/// `cairn quota settle`: closes uncertain units, as billed or not, or by the vendor's billing export.
enum QuotaSettleCommand {
    struct Options: Sendable {
        var account: String?
        var month: String?
        var feature: FeatureType?
        var attempt: Int?
        var billed = false
        var notBilled = false
        var from: FilePath?
        var isDryRun = false
        var force = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "quota settle", "closes uncertain units, as billed or not, or by a billing export",
            details: [
                "A unit is uncertain when it was sent and no answer came. "
                    + "--billed or --not-billed closes all of an account's, or those of a month, a feature, an attempt.",
                "--from closes those that the vendor's billing export counts: the console's cost table as CSV, or BigQuery's. "
                    + "The account is the project's id. "
                    + "Where the vendor counts less than was answered or more than was sent, nothing is closed; "
                    + "nor for days that ended less than two days ago, unless --force is given.",
            ],
            items: [
                .option("account", \.account, "NAME", "the account; may be left out where there is only one"),
                .option("month", \.month, "YYYY-MM", "only units of this month"),
                .option("feature", \.feature, "FEATURE", "only units of this feature"),
                .option("attempt", \.attempt, "ID", "only units of this attempt"),
                .flag("billed", \.billed, "the vendor has billed them"),
                .flag("not-billed", \.notBilled, "the vendor has not billed them"),
                .option("from", \.from, "FILE", "close by this billing export; - is standard input"),
                .flag("dry-run", \.isDryRun, "with --from: show what would be closed, change nothing"),
                .flag("force", \.force, "with --from: also days that ended less than two days ago"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                if let file = call.options.from { return try settle(context, call.options, from: file) }
                try settle(context, call.options)
                return .done
            }
        }
    }

    private static func settle(_ context: CommandContext, _ options: Options) throws(CommandFailure) {
        guard options.billed != options.notBilled else {
            throw CommandFailure(
                "quota settle: give --billed or --not-billed, or --from with a billing export", .badInput)
        }
        guard !options.isDryRun, !options.force else {
            throw CommandFailure("quota settle: --dry-run and --force need --from", .badInput)
        }
        if let month = options.month, !isMonth(month) {
            throw CommandFailure("--month: expected a month like 2026-11, found `\(month)`", .badInput)
        }
        let store = try context.open(for: .change)
        var units = UncertainUnits(account: try context.account(options.account, in: store, mayBeNew: false))
        units.month = options.month
        units.feature = options.feature
        units.attempt = options.attempt.map { AttemptID(Int64($0)) }
        let count = try endingCommand { () throws(StoreError) in
            try store.ledger.settle(units, areBilled: options.billed)
        }
        context.reporter.say(
            count == 0
                ? "account \(units.account) has no such uncertain unit"
                : "\(HumanFormat.count(count, "unit")) of \(units.account) closed as \(options.billed ? "billed" : "not billed")"
        )
        if context.common.json {
            context.write(
                ["account", "closed", "billed"], [[.text(units.account), Cell(count), Cell(options.billed ? 1 : 0)]])
        }
    }

    /// Closes what a billing export counts.
    private static func settle(_ context: CommandContext, _ options: Options, from file: FilePath)
        throws(CommandFailure)
        -> ExitCode
    {
        guard !options.billed, !options.notBilled, options.month == nil, options.feature == nil, options.attempt == nil
        else {
            throw CommandFailure(
                "quota settle: the export of --from says what was billed; "
                    + "give it without --billed, --not-billed, --month, --feature and --attempt", .badInput)
        }
        let settling = try ReconcileExport(context, file, isDryRun: options.isDryRun)
        return try settling.settle(options.account, settlingTime: options.force ? nil : .seconds(2 * 86_400))
    }

    private static func isMonth(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count == 4 && parts[1].count == 2 && Int(parts[0]) != nil
            && (1...12).contains(Int(parts[1]) ?? 0)
    }
}

extension FeatureType: Argument {
    /// What a service bills; what only a model on this machine gives never is.
    static func read(_ word: String) -> FeatureType? { vision.first { $0.rawValue == word } }
    /// The names of these.
    static var choices: [String] { vision.map(\.rawValue) }
}
