/// The program: its commands, its help and what becomes of a wrong word.
package struct Program: Sendable {
    /// The name, as it is typed.
    package let name: String
    /// What it is for, as one clause without a full stop.
    package let summary: String
    /// The version that `--version` shows.
    package let version: String
    /// The commands, in the order help lists them.
    package let commands: [Command]

    /// A program with these commands and one more, `completions`, which is made from them.
    package init(_ name: String, _ summary: String, version: String, commands: [Command]) {
        self.name = name
        self.summary = summary
        self.version = version
        let described = commands + [Completions.command(name, of: commands)]
        self.commands = commands + [Completions.command(name, of: described)]
    }

    /// Runs the command that the words ask for; answers the exit status: 2 where the words do not add up.
    ///
    /// - Parameter words: the arguments without the program's own name.
    package func main(_ words: [String], environment: [String: String], console: Console) -> Int32 {
        do throws(UsageError) {
            return try run(words, environment, console)
        } catch {
            console.say("\(name): \(error.sentence)")
            let command = words.first.flatMap { find($0) }
            console.say("Try `\(name) \(command.map { "\($0.name) " } ?? "")--help`.")
            return 2
        }
    }

    private func run(
        _ words: [String], _ environment: [String: String], _ console: Console
    ) throws(UsageError) -> Int32 {
        guard let first = words.first else { throw .missingCommand }
        switch first {
        case "--help", "-h":
            console.write(Help.of(self))
            return 0
        case "--version":
            console.write("\(name) \(version)\n")
            return 0
        case "help":
            guard let topic = words.dropFirst().first else {
                console.write(Help.of(self))
                return 0
            }
            console.write(Help.of(try command(topic), in: self))
            return 0
        default:
            let command = try command(first)
            if let status = try command.run(Array(words.dropFirst()), environment, console) { return status }
            console.write(Help.of(command, in: self))
            return 0
        }
    }

    private func command(_ name: String) throws(UsageError) -> Command {
        if let command = find(name) { return command }
        if name.hasPrefix("-") { throw .unknownOption(name, near: Nearest.of(name, among: ["--help", "--version"])) }
        if let meant = foreignCommands[name] { throw .foreignCommand(name, meant: meant) }
        throw .unknownCommand(name, near: Nearest.of(name, among: commands.map(\.name)))
    }

    private func find(_ name: String) -> Command? { commands.first { $0.name == name } }
}

/// Commands of other programs, and what Cairn has for them.
private let foreignCommands = [
    "list": "`cairn status` lists the runs", "ls": "`cairn status` lists the runs",
    "export": "`cairn query SQL --format csv` writes rows to other programs, and `cairn schema` lists what there is",
]
