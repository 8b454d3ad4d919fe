internal import Storage

/// `cairn models`: models of this machine.
enum ModelsCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models", "tells of models on this machine",
            details: ["`cairn models` alone is `cairn models show`."], subcommands: [ModelsShowCommand.command(stores)])
    }
}
