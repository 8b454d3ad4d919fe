internal import Demo
internal import Domain
internal import Platform
internal import Storage

/// `cairn demo [FOLDER]`: labels pictures that the program brings, with a model that it brings.
enum DemoCommand {
    struct Options: Sendable {
        var folder: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "demo", "labels fourteen drawn pictures with a small model: no network, no account, no cost",
            details: [
                "The program brings the pictures and the model. It writes them into FOLDER with a manifest, runs that, shows the answers, and writes a report, a page for a browser. "
                    + "FOLDER must be new or empty: nothing is overwritten. Everything lies in it, the store too, unless --store says otherwise; remove the folder when you have seen enough."
            ],
            items: [.argument(\.folder, "FOLDER", "a new or an empty folder; default cairn-demo")], defaults: Options()
        ) { call, console in
            var common = call.common
            let folder = call.options.folder ?? FilePath("cairn-demo")
            // Drawn pictures do not belong among the answers of a store that the environment names.
            if common.storeSource != .option {
                common.store = StoreLocation(folder.appending("cairn.db"))
                common.storeSource = .manifest
            }
            let context = CommandContext(common, console, stores)
            return context.attempt { () throws(CommandFailure) in try DemoSession(folder, context).run() }
        }
    }
}
