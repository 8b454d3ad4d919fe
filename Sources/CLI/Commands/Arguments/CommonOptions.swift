internal import Platform
package import Storage

/// What every command takes.
package struct CommonOptions: Equatable, Sendable {
    /// What the place of the store is known from.
    package enum StoreSource: Sendable {
        /// Nothing: it is the one that every command finds here.
        case usual
        /// `CAIRN_STORE`, from which the next command in this shell knows it, too.
        case environment
        /// `--store`.
        case option
        /// `store:` in a manifest.
        case manifest
    }

    /// Where the store is.
    package var store = StoreLocation(FilePath("cairn.db"))
    /// What that is known from.
    package var storeSource = StoreSource.usual
    /// The call itself: the command's name and the words after it.
    package var line: [String] = []
    /// The words of the line that are no options and no values of any.
    package var arguments: [String] = []
    /// Data as JSON.
    package var json = false
    /// No words but complaints.
    package var quiet = false
    /// Words on how to use the command, and nothing done.
    package var help = false

    /// The defaults.
    package init() {}

    static let items: [Option<CommonOptions>] = [
        .option("store", \.store, "PATH", "the store's file; default cairn.db here", environment: "CAIRN_STORE"),
        .flag("json", \.json, "write data as JSON"),
        .flag("quiet", short: "q", \.quiet, "print errors only"),
        .flag("help", short: "h", \.help, "show this help"),
    ]
}

/// One call of a command: its own options and those that every command takes.
package struct Invocation<Options: Sendable>: Sendable {
    /// The command's own options.
    package var options: Options
    /// What every command takes.
    package var common = CommonOptions()
}
