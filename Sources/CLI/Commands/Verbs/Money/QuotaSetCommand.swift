internal import Text
internal import Platform
internal import Storage
internal import Domain

/// `cairn quota set`: caps for all jobs of an account together.
enum QuotaSetCommand {
    struct Options: Sendable {
        var account: String?
        var dayUnits: Int?
        var dayUSD: Dollars?
        var monthUnits: Int?
        var monthUSD: Dollars?
        var clear = false
        var isNewAccount = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "quota set", "sets caps for all jobs of an account together",
            details: [
                "The caps hold beside the budgets of manifests, for each day and each month of the vendor (Pacific time). "
                    + "A cap that is lowered while workers run holds at their next request."
            ],
            items: [
                .option("account", \.account, "NAME", "the account; may be left out where there is only one"),
                .option("day-units", \.dayUnits, "N", "at most N units a day"),
                .option("day-usd", \.dayUSD, "USD", "at most this many US dollars a day"),
                .option("month-units", \.monthUnits, "N", "at most N units a month"),
                .option("month-usd", \.monthUSD, "USD", "at most this many US dollars a month"),
                .flag("clear", \.clear, "remove all caps of the account"),
                .flag("new-account", \.isNewAccount, "allow an account that no job has yet"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                try set(context, call.options)
                return .done
            }
        }
    }

    private static func set(_ context: CommandContext, _ options: Options) throws(CommandFailure) {
        let caps: [(CapPeriod, Budget.Cap)] = [
            (.day, Budget.Cap(units: options.dayUnits, microDollars: options.dayUSD?.microDollars)),
            (.month, Budget.Cap(units: options.monthUnits, microDollars: options.monthUSD?.microDollars)),
        ]
        let given = caps.filter { $0.1 != Budget.Cap() }
        guard given.isEmpty == options.clear else {
            throw CommandFailure(
                "quota set: give at least one of --day-units, --day-usd, --month-units, --month-usd, or --clear alone",
                .badInput)
        }
        guard (options.dayUnits ?? 0) >= 0, (options.monthUnits ?? 0) >= 0 else {
            throw CommandFailure("quota set: a cap is 0 or more units", .badInput)
        }
        // No job's units count against such caps; those that an older program has set can be cleared.
        if let name = options.account, name != name.lowercased(), !options.clear {
            throw CommandFailure("--account: a project's id has no capitals; write \(name.lowercased())", .badInput)
        }
        // Nothing is made for what is refused.
        if !options.isNewAccount, context.stores.newStore(at: context.common.store) != nil {
            throw options.account.map { CommandFailure(newAccount: $0, [], context) }
                ?? CommandFailure("name the account with --account; there is no store yet", .badInput)
        }
        let store = try context.open(for: .work)
        if let name = options.account, !options.isNewAccount, !options.clear {
            let known = try context.knownAccounts(store)
            guard known.contains(name) else { throw CommandFailure(newAccount: name, known, context) }
        }
        let account = try context.account(options.account, in: store, mayBeNew: true)
        try endingCommand { () throws(StoreError) in
            for (period, cap) in options.clear ? caps : given {
                try store.ledger.setCap(options.clear ? nil : cap, of: account, for: period)
            }
        }
        let lines = try store.read { reports throws(StoreError) in try reports.accountCaps() }
        for line in lines where line.owner == account { context.reporter.say(CapMessage.sentence(about: line)) }
    }
}

extension CommandFailure {
    /// A cap for an account of which nothing is known.
    fileprivate init(newAccount name: String, _ known: [String], _ context: CommandContext) {
        let next =
            if let near = nearestName(to: name, among: known, spelling: .letters) {
                "did you mean \(near)?"
            } else {
                known.isEmpty ? "it has none." : "it has \(known.joined(separator: ", "))."
            }
        self.init(
            "no job or ledger of the store has an account \(name); \(next) Nothing was changed. To set the cap before "
                + "its first job:", .badInput, steps: [context.typed(with: "--new-account")])
    }
}
