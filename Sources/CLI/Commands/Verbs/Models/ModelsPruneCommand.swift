internal import Crypto
internal import ModelHosting
internal import Platform
internal import Storage
internal import Domain

/// `cairn models prune`: removes versions that no job of the store is pinned to.
enum ModelsPruneCommand {
    struct Options: Sendable {
        var isDry = false
        var includesNewest = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models prune", "removes cached versions that no job of the store is pinned to",
            details: [
                "Keeps what the newest run, an open run or a paused run of each job in the store is pinned to, and each model's newest version. "
                    + "Downloads that no process continues are removed, too.",
                "The cache is shared by all stores of a user: what a job of another store is pinned to is removed, and fetched again when that job works, if its service still has it.",
            ],
            items: [
                .flag("dry-run", \.isDry, "remove nothing; show what would be removed"),
                .flag("newest", \.includesNewest, "remove newest versions as well, where no job is pinned to them"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in try context.prune(call.options) }
        }
    }
}

extension CommandContext {
    fileprivate func prune(_ options: ModelsPruneCommand.Options) throws(CommandFailure) -> ExitCode {
        guard stores.newStore(at: common.store) == nil else {
            throw CommandFailure(
                "there is no store at \(common.store), so no job says which versions it needs; name one with --store",
                .store)
        }
        let cache = try modelStore().cache
        let pinned = try pinnedVersions()
        let entries = try endingCommand { () throws(HostingError) in try cache.entries() }
        // Runs are pinned to the model, which may have come inside an archive.
        let kept = Set(entries.filter { pinned[$0.modelDigest] != nil }.map(\.digest)).union(pinned.keys)
        let needed = kept.union(options.includesNewest ? [] : entries.filter(\.isNewest).map(\.digest))
        var gone: [Digest: ModelCache.Entry] = [:]
        for entry in entries where entry.file != nil && !needed.contains(entry.digest) { gone[entry.digest] = entry }
        let rows = gone.values.sorted { ($0.source, $0.digest.hex) < ($1.source, $1.digest.hex) }
        write(
            ["model", "version", "sha256", "model_sha256", "bytes"],
            rows.map { entry in
                [
                    .text(entry.source), Cell(entry.version),
                    digest(entry.digest), digest(entry.modelDigest), .integer(entry.bytes),
                ]
            })
        if options.isDry {
            let bytes = rows.reduce(0) { $0 + $1.bytes }
            reporter.say(
                "\(HumanFormat.count(rows.count, "version")) would be removed, \(HumanFormat.bytes(bytes))")
            return .done
        }
        let pruned = try endingCommand { () throws(HostingError) in
            try cache.prune(keeping: kept, includesNewest: options.includesNewest)
        }
        reporter.say(
            "\(HumanFormat.count(pruned.versions, "version")) removed, \(HumanFormat.bytes(pruned.bytes))")
        return .done
    }
}
