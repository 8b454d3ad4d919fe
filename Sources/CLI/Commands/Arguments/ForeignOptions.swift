/// Options of other programs, each with what Cairn has in its place.
enum ForeignOptions {
    /// What Cairn has for an option of another program; nil where it has nothing, or knows none of that name.
    static func nearest(to name: String) -> String? { answers.first { $0.names.contains(name) }?.meant }

    private static let answers: [(names: [String], meant: String)] = [
        (
            ["j", "jobs", "threads", "workers", "parallel", "concurrency"],
            "how many pictures are asked at a time is `pace.inFlight` of a manifest"
        ),
        (["force", "overwrite"], "`cairn retry RUN --all` asks again what was answered, at its price"),
        (
            ["v", "verbose", "debug"],
            "`--log FILE` keeps an event for each picture, `cairn status --watch` shows how far the runs are"
        ),
        (
            ["y", "yes", "assume-yes"],
            "what is to be accepted is named, as by --accept-again, --accept-missing and --new-store"
        ),
        (["c", "config", "manifest"], "a manifest is an argument: `cairn run JOB`"),
        (
            ["limit", "max", "head"],
            "`budget.run.units` of a manifest limits what a run asks, and LIMIT the rows of SQL"
        ),
        (["V"], "`cairn --version` shows the version"),
    ]
}
