internal import Text
internal import Platform
internal import Storage
internal import Domain

/// `cairn quota [show/set/settle]`: the books by account, month and feature; account-wide caps; closing uncertain units.
enum QuotaCommand {
    enum Action: String, CaseIterable, Argument {
        case show, set, settle
    }

    struct Options: Sendable {
        var action: Action?
        var account: String?
        var dayUnits: Int?
        var dayUSD: Dollars?
        var monthUnits: Int?
        var monthUSD: Dollars?
        var clear = false
        var isNewAccount = false
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
            "quota", "shows the books, sets account-wide caps, closes uncertain units",
            details: [
                "show: units and dollars by account, month and feature, and what the caps of today and this month leave.",
                "set: caps for all jobs of an account together, beside the budgets of manifests; --clear takes them away.",
                "settle: closes uncertain units as billed or not, all of them or those of a month, a feature, an attempt.",
                "settle --from: closes those that the vendor's billing export tells of: the console's cost table as CSV, or "
                    + "BigQuery's. The account is the project's id. Where the vendor counts less than was answered or more than "
                    + "was sent, nothing is closed; nor for days that ended less than two days ago, but for --force.",
            ],
            items: [
                .option("account", \.account, "NAME", "the account; may be left out where there is only one"),
                .option("day-units", \.dayUnits, "N", "set: at most so many units a day"),
                .option("day-usd", \.dayUSD, "USD", "set: at most so many dollars a day"),
                .option("month-units", \.monthUnits, "N", "set: at most so many units a month"),
                .option("month-usd", \.monthUSD, "USD", "set: at most so many dollars a month"),
                .flag("clear", \.clear, "set: take the account's caps away"),
                .flag("new-account", \.isNewAccount, "set: the account may be one that no job has yet"),
                .option("month", \.month, "YYYY-MM", "settle: units of this month only"),
                .option("feature", \.feature, "FEATURE", "settle: units of this feature only"),
                .option("attempt", \.attempt, "ID", "settle: units of this attempt only"),
                .flag("billed", \.billed, "settle: the vendor has billed them"),
                .flag("not-billed", \.notBilled, "settle: the vendor has not billed them"),
                .option("from", \.from, "FILE", "settle: by this billing export; - is standard input"),
                .flag("dry-run", \.isDryRun, "settle --from: change nothing"),
                .flag("force", \.force, "settle --from: take days to be whole that are not long past"),
                .argument(\.action, "WHAT", "show, set or settle; default show"),
            ], defaults: Options()
        ) { call, console in
            let place = CommandContext(call.common, console, stores)
            return place.attempt { () throws(CommandError) in
                try call.options.check()
                switch call.options.action ?? .show {
                case .show: try show(place, call.options)
                case .set: try set(place, call.options)
                case .settle:
                    if let file = call.options.from { return try settle(place, call.options, from: file) }
                    try settle(place, call.options)
                }
                return .done
            }
        }
    }

    private static func show(_ place: CommandContext, _ options: Options) throws(CommandError) {
        let store = try place.open(for: .read)
        try QuotaReport(place, store).show(of: options.account)
    }

    private static func set(_ place: CommandContext, _ options: Options) throws(CommandError) {
        let caps: [(Quota, Budget.Cap)] = [
            (.day, Budget.Cap(units: options.dayUnits, microDollars: options.dayUSD?.microDollars)),
            (.month, Budget.Cap(units: options.monthUnits, microDollars: options.monthUSD?.microDollars)),
        ]
        let given = caps.filter { $0.1 != Budget.Cap() }
        guard given.isEmpty == options.clear else {
            throw CommandError(
                UserMessage(
                    "quota set: give at least one of --day-units, --day-usd, --month-units, --month-usd, or --clear alone",
                    .badInput))
        }
        guard (options.dayUnits ?? 0) >= 0, (options.monthUnits ?? 0) >= 0 else {
            throw CommandError(UserMessage("quota set: a cap is 0 or more units", .badInput))
        }
        // No job's units count against such caps; those that an older program has set can be cleared.
        if let name = options.account, name != name.lowercased(), !options.clear {
            throw CommandError(
                UserMessage("--account: a project's id has no capitals; write \(name.lowercased())", .badInput))
        }
        // Nothing is made for what is refused.
        if !options.isNewAccount, place.stores.newStore(at: place.common.store) != nil {
            throw CommandError(
                options.account.map { UserMessage(newAccount: $0, [], place) }
                    ?? UserMessage("name the account with --account; there is no store yet", .badInput))
        }
        let store = try place.open(for: .work)
        if let name = options.account, !options.isNewAccount, !options.clear {
            let known = try place.knownAccounts(store)
            guard known.contains(name) else { throw CommandError(UserMessage(newAccount: name, known, place)) }
        }
        let account = try place.account(options.account, in: store, mayBeNew: true)
        try place.stopping(UserMessage.init) { () throws(StoreError) in
            for (period, cap) in options.clear ? caps : given {
                try store.ledger.setCap(options.clear ? nil : cap, of: account, for: period)
            }
        }
        let lines = try place.reading(store) { reports throws(StoreError) in try reports.accountCaps() }
        for line in lines where line.owner == account { place.narrator.say(CapText.sentence(about: line)) }
    }

    private static func settle(_ place: CommandContext, _ options: Options) throws(CommandError) {
        guard options.billed != options.notBilled else {
            throw CommandError(
                UserMessage("quota settle: say --billed or --not-billed, or --from with a billing export", .badInput))
        }
        guard !options.isDryRun, !options.force else {
            throw CommandError(UserMessage("quota settle: --dry-run and --force are for --from", .badInput))
        }
        if let month = options.month, !isMonth(month) {
            throw CommandError(UserMessage("--month: expected a month like 2026-11, found `\(month)`", .badInput))
        }
        let store = try place.open(for: .change)
        var units = UncertainUnits(account: try place.account(options.account, in: store, mayBeNew: false))
        units.month = options.month
        units.feature = options.feature
        units.attempt = options.attempt.map { AttemptID(Int64($0)) }
        let count = try place.stopping(UserMessage.init) { () throws(StoreError) in
            try store.ledger.settle(units, areBilled: options.billed)
        }
        place.narrator.say(
            count == 0
                ? "no such unit of \(units.account) is uncertain"
                : "\(HumanFormat.count(Int64(count), "unit")) of \(units.account) closed as \(options.billed ? "billed" : "not billed")"
        )
        if place.common.json {
            place.write(
                ["account", "closed", "billed"], [[.text(units.account), Cell(count), Cell(options.billed ? 1 : 0)]])
        }
    }

    /// Closes what a billing export tells of.
    private static func settle(_ place: CommandContext, _ options: Options, from file: FilePath) throws(CommandError)
        -> ExitCode
    {
        guard !options.billed, !options.notBilled, options.month == nil, options.feature == nil, options.attempt == nil
        else {
            throw CommandError(
                UserMessage(
                    "quota settle: --from tells by itself what was billed; give it without --billed, --not-billed, --month, "
                        + "--feature and --attempt", .badInput))
        }
        let settling = try ReconcileExport(place, file, isDryRun: options.isDryRun)
        return try settling.settle(options.account, settlingTime: options.force ? nil : .seconds(2 * 86_400))
    }

    private static func isMonth(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count == 4 && parts[1].count == 2 && Int(parts[0]) != nil
            && (1...12).contains(Int(parts[1]) ?? 0)
    }
}

extension QuotaCommand.Options {
    /// Refuses options of another action than the one that is meant: who gives one wants something that would not happen.
    fileprivate func check() throws(CommandError) {
        let action = action ?? .show
        let given: [(isGiven: Bool, name: String, of: QuotaCommand.Action)] = [
            (dayUnits != nil, "--day-units", .set), (dayUSD != nil, "--day-usd", .set),
            (monthUnits != nil, "--month-units", .set), (monthUSD != nil, "--month-usd", .set),
            (clear, "--clear", .set), (isNewAccount, "--new-account", .set),
            (month != nil, "--month", .settle), (feature != nil, "--feature", .settle),
            (attempt != nil, "--attempt", .settle), (billed, "--billed", .settle),
            (notBilled, "--not-billed", .settle), (from != nil, "--from", .settle), (isDryRun, "--dry-run", .settle),
            (force, "--force", .settle),
        ]
        for option in given where option.isGiven && option.of != action {
            throw CommandError(
                UserMessage(
                    "\(option.name) is for `quota \(option.of.rawValue)`; leave it out, or name that action", .badInput)
            )
        }
    }
}

extension FeatureType: Argument {}

extension UserMessage {
    /// A cap for an account of which nothing is known.
    fileprivate init(newAccount name: String, _ known: [String], _ place: CommandContext) {
        let next =
            if let near = nearestName(to: name, among: known, spelling: .letters) {
                "did you mean \(near)?"
            } else {
                known.isEmpty ? "it has none." : "it has \(known.joined(separator: ", "))."
            }
        self.init(
            "no job or ledger of the store has an account \(name); \(next) Nothing was changed. To set the cap before its "
                + "first job:", .badInput, steps: [place.typed(with: "--new-account")])
    }
}

extension CommandContext {
    /// The accounts of the ledger and of the jobs' manifests.
    func knownAccounts(_ store: any Store) throws(CommandError) -> [String] {
        try reading(store) { reports throws(StoreError) in
            var names = Set(try reports.accounts())
            for job in try reports.jobNames() {
                guard let run = try reports.newestRun(ofJob: job), let manifest = try reports.manifest(of: run)
                else { continue }
                if let name = CommandContext.job(pinned: manifest)?.backend.namedAccount { names.insert(name) }
            }
            return names.sorted()
        }
    }

    /// The account that is meant: by name, or the only one there is.
    func account(_ name: String?, in store: any Store, mayBeNew: Bool) throws(CommandError) -> String {
        let known = try reading(store) { reports throws(StoreError) in try reports.accounts() }
        let list = known.isEmpty ? "the store knows none" : "the store knows \(known.joined(separator: ", "))"
        guard let name else {
            guard known.count == 1, let only = known.first else {
                throw CommandError(UserMessage("name the account with --account; \(list)", .badInput))
            }
            return only
        }
        guard mayBeNew || known.contains(name) else {
            throw CommandError(UserMessage("there is no account \(name); \(list)", .badInput))
        }
        return name
    }
}
