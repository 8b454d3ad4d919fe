internal import Text
/// One command: its name, its words and its work; adding one to the program is adding a value.
package struct Command: Sendable {
    /// The name, as it is typed; that of a subcommand has two words: `quota set`.
    package let name: String
    /// What it does, as one clause without a full stop.
    package let summary: String
    /// More about it, in paragraphs that help wraps.
    package let details: [String]
    /// Its own options and arguments.
    package let shapes: [OptionSpec]
    /// The subcommands; without the name of one the first is meant.
    package var subcommands: [Command] = []
    /// Reads the words after the name and does the work; answers the exit status, or nil where help is asked for.
    let run: @Sendable ([String], [String: String], Console) throws(UsageError) -> Int32?

    /// A command.
    ///
    /// - Parameters:
    ///   - defaults: the options before anything is read.
    ///   - work: does the work; answers the exit status.
    package init<Options: Sendable>(
        _ name: String, _ summary: String, details: [String] = [], items: [Option<Options>], defaults: Options,
        work: @escaping @Sendable (Invocation<Options>, Console) -> Int32
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        shapes = items.map(\.shape)
        let all = items.map { $0.inside(\Invocation<Options>.options) }
        let common = CommonOptions.items.map { $0.inside(\Invocation<Options>.common) }
        run = { words, environment, console throws(UsageError) in
            var invocation = Invocation(options: defaults)
            let parser = Parser(items: all + common, environment: environment)
            let given = try parser.read(words, into: &invocation) { $0.common.help }
            invocation.common.line = name.split(separator: " ").map { String($0) } + words
            invocation.common.arguments = given.arguments
            if given.options.contains("store") {
                invocation.common.storeSource = .option
            } else if let named = environment["CAIRN_STORE"], !named.isEmpty {
                invocation.common.storeSource = .environment
            }
            return invocation.common.help ? nil : work(invocation, console)
        }
    }

    /// A command of subcommands, the first of which is meant where none is named.
    package init(_ name: String, _ summary: String, details: [String], subcommands: [Command]) {
        self.name = name
        self.summary = summary
        self.details = details
        self.subcommands = subcommands
        let words = subcommands.map(\.word)
        shapes = [
            OptionSpec(
                kind: .rest(atLeast: 0, atMost: 1), name: "", short: nil, value: "COMMAND", help: "what to do",
                environment: nil, choices: words, isFile: false)
        ]
        run = { given, environment, console throws(UsageError) in
            // `quota --help` is about all of them.
            if let first = given.first, first == "--help" || first == "-h" { return nil }
            return try subcommands.first?.run(given, environment, console)
        }
    }

    /// The last word of the name: `set` of `quota set`.
    package var word: String { name.split(separator: " ").last.map { String($0) } ?? name }

    /// The command that some words after its name mean, and the words without the subcommand's name.
    ///
    /// Options may stand before the subcommand; their values are not taken for its name.
    func resolved(_ words: [String]) throws(UsageError) -> (command: Command, words: [String]) {
        guard !subcommands.isEmpty else { return (self, words) }
        let shapes = subcommands.flatMap(\.shapes) + CommonOptions.items.map(\.shape)
        var index = 0
        while index < words.count, words[index] != "--" {
            let word = words[index]
            if word.hasPrefix("-"), word != "-" {
                let shape = shapes.first { $0.title == word || $0.short.map { "-\($0)" } == word }
                index += shape.map { $0.kind == .flag ? 1 : 2 } ?? 1
                continue
            }
            guard let command = subcommands.first(where: { $0.word == word }) else {
                let near = nearestName(to: word, among: subcommands.map(\.word), spelling: .letters)
                throw .unknownCommand("\(name) \(word)", near: near.map { "\(name) \($0)" })
            }
            return (command, Array(words[..<index] + words[(index + 1)...]))
        }
        return (self, words)
    }
}
