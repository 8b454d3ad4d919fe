internal import Storage
internal import Domain

/// `cairn quota`: the cost ledger by account, month and feature; account-wide caps; closing uncertain units.
enum QuotaCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "quota", "shows units and dollars by account, sets account-wide caps, closes uncertain units",
            details: ["`cairn quota` alone is `cairn quota show`."],
            subcommands: [
                QuotaShowCommand.command(stores), QuotaSetCommand.command(stores), QuotaSettleCommand.command(stores),
            ])
    }
}

extension CommandContext {
    /// The accounts of the ledger and of the jobs' manifests.
    func knownAccounts(_ store: any Store) throws(CommandFailure) -> [String] {
        try store.read { reports throws(StoreError) in
            var names = Set(try reports.accounts())
            for job in try reports.jobNames() {
                guard let run = try reports.newestRun(job: job), let manifest = try reports.manifest(of: run)
                else { continue }
                if let name = CommandContext.job(pinned: manifest)?.backend.namedAccount { names.insert(name) }
            }
            return names.sorted()
        }
    }

    /// The account that is meant: by name, or the only one there is.
    func account(_ name: String?, in store: any Store, mayBeNew: Bool) throws(CommandFailure) -> String {
        let known = try store.read { reports throws(StoreError) in try reports.accounts() }
        let list = known.isEmpty ? "the store knows none" : "the store knows \(known.joined(separator: ", "))"
        guard let name else {
            guard known.count == 1, let only = known.first else {
                throw CommandFailure("name the account with --account; \(list)", .badInput)
            }
            return only
        }
        guard mayBeNew || known.contains(name) else {
            throw CommandFailure("there is no account \(name); \(list)", .badInput)
        }
        return name
    }
}
