internal import Domain

/// What the word for a run on a command line was found to be.
enum RunLookup {
    /// A run of the store.
    case run(RunID)
    /// A job of the store for which nothing was ever queued; the words say how its images stand.
    case jobWithoutRun(String)
}

/// How names of manifests end.
let manifestSuffixes = [".yaml", ".yml", ".json"]
