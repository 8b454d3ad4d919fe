internal import Text
internal import Platform
internal import Storage

/// The commands that messages propose, so that they can be pasted: with the store that this call names.
///
/// Messages write a command between backticks, such as `cairn work`, and leave the store out; the narrator completes
/// them.
struct Hints: Sendable {
    /// The store that a pasted command would not find by itself; nil where it would.
    let store: FilePath?

    /// The hints of a call.
    ///
    /// - Parameter isTerminal: whether they are read where the call was made; a mail is read elsewhere, so that it
    ///   names a manifest's store in any case.
    init(_ common: CommonOptions, isTerminal: Bool) {
        let isFound =
            switch common.storeSource {
            case .usual, .environment: true
            case .option: false
            case .manifest: isTerminal && Hints.isUsual(common.store)
            }
        store = isFound ? nil : FilePath(bytes: common.store.bytes)
    }

    /// Hints that name a store, or none.
    init(store: FilePath?) {
        self.store = store
    }

    /// A command with the store, for a line of its own.
    func command(_ words: String) -> String {
        guard let store, !words.contains(" --store "), !Hints.storeless.contains(Hints.verb(of: words)) else {
            return words
        }
        return "\(words) --store \(Hints.quoted(store))"
    }

    /// A text in which every command between backticks has the store.
    func completed(_ text: String) -> String {
        guard store != nil, text.contains("`cairn ") else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index % 2 == 1 && part.hasPrefix("cairn ") ? command(String(part)) : String(part)
        }.joined(separator: "`")
    }

    /// The commands that a text has between backticks.
    static func commands(in text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().filter { $0 % 2 == 1 && $1.hasPrefix("cairn ") }.map { String($1) }
    }

    /// A word as a shell takes it: in single quotes where it must be; what no text shows, in bash's own way.
    static func quoted(_ word: FilePath) -> String { word.shellWord }

    /// Commands that open no store.
    private static let storeless: Set<Substring> = ["check", "schema", "completions"]

    /// Whether a store is the one that every command finds in the current folder.
    private static func isUsual(_ store: StoreLocation) -> Bool {
        (try? FilePath.currentFolder())?.appending(CommonOptions().store.description).bytes == store.bytes
    }

    private static func verb(of command: String) -> Substring {
        command.split(separator: " ").dropFirst().first ?? ""
    }
}
