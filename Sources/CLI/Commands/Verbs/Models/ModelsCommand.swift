internal import Storage

/// `cairn models`: hosted models and their cached versions, and what a model file wants and gives.
enum ModelsCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models", "lists, fetches and removes hosted models, and shows what a model file wants and gives",
            details: [
                "`cairn models` alone is `cairn models list`. "
                    + "The cache is cairn/models in XDG_CACHE_HOME, otherwise in ~/.cache; "
                    + "all stores of a user share it."
            ],
            subcommands: [
                ModelsListCommand.command(stores), ModelsPullCommand.command(stores),
                ModelsPruneCommand.command(stores), ModelsShowCommand.command(stores),
            ])
    }
}
