internal import Platform
package import Storage

/// What every command takes.
package struct CommonOptions: Equatable, Sendable {
    /// Where the store is.
    package var store = StoreLocation(FilePath("cairn.db"))
    /// Data as JSON.
    package var json = false
    /// No words but complaints.
    package var quiet = false
    /// Words on how to use the command, and nothing done.
    package var help = false

    /// The defaults.
    package init() {}

    static let items: [Item<CommonOptions>] = [
        .option("store", \.store, "PATH", "the store's file; default cairn.db", environment: "CAIRN_STORE"),
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
