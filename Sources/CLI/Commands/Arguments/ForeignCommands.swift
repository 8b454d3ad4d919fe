/// Commands of other programs, each with the nearest way in Cairn.
enum ForeignCommands {
    /// What Cairn has for a command of another program; nil where it has nothing, or knows none of that name.
    static func nearest(to name: String) -> String? { answers.first { $0.names.contains(name) }?.meant }

    private static let answers: [(names: [String], meant: String)] = [
        (["list", "ls", "runs", "ps", "queue"], "`cairn status` lists the runs, `cairn jobs` the jobs"),
        (["job"], "`cairn jobs` lists the jobs"),
        (["show", "inspect", "describe"], "`cairn status RUN` shows a run, `cairn schema` the views"),
        (
            ["history", "log", "logs"],
            "`cairn status --all` lists all runs and says why they stopped, the view labels_history keeps all answers, "
                + "and --log FILE keeps events"
        ),
        (["start", "annotate", "process"], "`cairn run JOB` submits a job and works on it"),
        (
            ["add", "push", "sync", "import"],
            "`cairn submit JOB` queues new pictures, `cairn run JOB` works on them, too"
        ),
        (["stop", "kill", "abort"], "`cairn pause RUN` or `cairn cancel RUN` stops a run"),
        (["continue", "restart"], "`cairn work` works on what is queued, `cairn resume RUN` after a pause"),
        (["redo", "rerun", "refresh", "reset"], "`cairn retry RUN --all` asks again what a run asked, at its price"),
        (
            ["new", "create", "setup", "configure", "config"],
            "`cairn init FOLDER` writes a manifest for a folder of pictures"
        ),
        (["validate", "lint"], "`cairn check JOB` validates manifests"),
        (["preview", "estimate", "price"], "`cairn plan JOB` says what would be asked and what it costs"),
        (["cost", "costs", "spend", "spending", "billing", "budget"], "`cairn quota` shows units and dollars"),
        (["version"], "`cairn --version` shows the version"),
        (
            ["dump", "download"],
            "`cairn query SQL --format csv` writes rows to other programs, `cairn export JOB` draws single pictures"
        ),
        (["draw", "page", "html", "gallery", "view"], "`cairn report JOB --out DIR` writes a page with the pictures"),
        (["sql", "select", "search", "find", "shell"], "`cairn query SQL` answers, `cairn schema` lists views"),
        (
            ["diff", "compare", "changes"],
            "`cairn plan JOB` says what would change, and the view labels_history has what did"
        ),
        (["backup", "copy", "snapshot", "save"], "`cairn query --out copy.db` copies the store"),
        (["restore"], "`cairn doctor --adopt --store copy.db` makes a copy the store that is worked on"),
        (
            ["prune", "gc", "clean", "vacuum"],
            "`cairn models prune` removes cached models; answers are never removed"
        ),
        (
            ["delete", "remove", "rm", "forget"],
            "take the source out of the manifest, or name it under `exclude:`; history keeps its answers"
        ),
        (
            ["undo", "revert", "rollback"],
            "with the manifest as it was before, the old answers are shown again at no cost; "
                + "`cairn cancel RUN` stops a run, `cairn correct --undo` takes a correction back"
        ),
        (["verify", "fsck", "repair", "health"], "`cairn doctor` checks libraries, credentials and the store"),
        (["watch", "top", "progress"], "`cairn status --watch` shows how far the runs are"),
        (
            ["schedule", "cron", "daemon", "serve"],
            "`cairn nightly JOB` is for cron: it is silent unless a person should look"
        ),
        (
            ["label", "tag", "edit", "review"],
            "`cairn correct JOB IMAGE` puts a person's answers in the machine's place"
        ),
        (["pull"], "`cairn models pull JOB` fetches a hosted model"),
        (
            ["login", "auth", "key"],
            "a manifest names its key, as `apiKey: env:GOOGLE_API_KEY`; `cairn doctor JOB` looks for it"
        ),
        (
            ["upgrade", "update", "migrate"],
            "a store is brought up to date when it is opened; `cairn doctor` checks it"
        ),
    ]
}
