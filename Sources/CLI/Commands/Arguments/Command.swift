/// One command: its name, its words and its work; adding one to the program is adding a value.
package struct Command: Sendable {
    /// The name, as it is typed.
    package let name: String
    /// What it does, as one clause without a full stop.
    package let summary: String
    /// More about it, in paragraphs that help wraps.
    package let details: [String]
    /// Its own options and arguments.
    package let shapes: [OptionSpec]
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
            invocation.common.line = [name] + words
            if given.contains("store") {
                invocation.common.storeSource = .option
            } else if let named = environment["CAIRN_STORE"], !named.isEmpty {
                invocation.common.storeSource = .environment
            }
            return invocation.common.help ? nil : work(invocation, console)
        }
    }
}
