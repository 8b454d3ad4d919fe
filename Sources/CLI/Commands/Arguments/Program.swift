internal import Domain
package import Storage
internal import Text

/// The program: its commands, its help and what becomes of a wrong word.
package struct Program: Sendable {
    /// The name, as it is typed.
    package let name: String
    /// What it is for, as one clause without a full stop.
    package let summary: String
    /// The version that `--version` shows.
    package let version: String
    /// What it shows below the version.
    private let build: @Sendable () -> BuildFacts?
    /// The commands, in the order help lists them.
    package let commands: [Command]

    /// A program with these commands and one more, `completions`, which is made from them.
    ///
    /// - Parameters:
    ///   - build: what this build is made of.
    ///   - stores: what is asked for the names that completions propose; nil: there are none.
    package init(
        _ name: String, _ summary: String, version: String, commands: [Command],
        build: @escaping @Sendable () -> BuildFacts? = { nil }, stores: (any StoreProvider)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.version = version
        self.build = build
        let answer: Completions.AnswerToScript = { known, common, console in
            guard let stores else { return 0 }
            let context = CommandContext(common, console, stores)
            return context.attempt { () throws(CommandFailure) in try known.write(context) }
        }
        let described = commands + [Completions.command(name, of: commands, answer)]
        self.commands = commands + [Completions.command(name, of: described, answer)]
    }

    /// Runs the command that the words ask for; answers the exit status: 2 where the words do not add up.
    ///
    /// - Parameter words: the arguments without the program's own name.
    package func main(_ words: [String], environment: [String: String], console: Console) -> Int32 {
        var topic: Command?
        do throws(UsageError) {
            let words = try Program.ordered(words, commands)
            topic = words.first.flatMap { find($0) }
            topic = try topic?.resolved(Array(words.dropFirst())).command
            return try run(words, environment, console)
        } catch .missingCommand {
            console.say("\(Help.of(self))\n\(name): \(UsageError.missingCommand.sentence)")
        } catch {
            console.say("\(name): \(error.sentence)")
            console.say("Try `\(name) \(topic.map { "\($0.name) " } ?? "")--help`.")
        }
        return 2
    }

    /// The words with the options before the command moved behind its name, where its own win over them.
    private static func ordered(_ words: [String], _ commands: [Command]) throws(UsageError) -> [String] {
        let common = CommonOptions.items.map(\.shape)
        var rest = words[...]
        var options: [String] = []
        while let word = rest.first, word.hasPrefix("-"), !["-", "--help", "-h", "--version"].contains(word) {
            rest.removeFirst()
            options.append(word)
            guard word.hasPrefix("--") else {
                for letter in word.dropFirst() where !common.contains(where: { $0.short == letter }) {
                    throw .unknownOption("-\(letter)", near: nil)
                }
                continue
            }
            let option = String(word.prefix { $0 != "=" })
            guard let shape = common.first(where: { $0.title == option }) else {
                if commands.flatMap({ [$0] + $0.subcommands }).contains(where: { command in
                    command.shapes.contains { $0.title == option }
                }) {
                    throw .misplacedOption(option)
                }
                throw .unknownOption(
                    option,
                    near: nearestName(to: option, among: common.map(\.title) + ["--version"], spelling: .letters))
            }
            guard shape.kind != .flag, option == word else { continue }
            guard let value = rest.popFirst() else { throw .missingValue(option: option, value: shape.value) }
            options.append(value)
        }
        guard let command = rest.popFirst() else { return [] }
        return [command] + options + rest
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
            let facts = build()
            guard words.contains("--json") else {
                console.write("\(name) \(version)\n" + (facts?.text ?? ""))
                return 0
            }
            var object = JSONObject()
            object.add("version", .text(version))
            facts?.add(to: &object)
            console.write(String(decoding: object.text, as: UTF8.self) + "\n")
            return 0
        case "help":
            let topics = words.dropFirst().filter { !$0.hasPrefix("-") }
            guard let topic = topics.first else {
                console.write(Help.of(self))
                return 0
            }
            console.write(Help.of(try command(topic).resolved(Array(topics.dropFirst())).command, in: self))
            return 0
        default:
            let named = try command(first)
            let (command, rest) = try named.resolved(Array(words.dropFirst()))
            do throws(UsageError) {
                if let status = try command.run(rest, environment, console) { return status }
            } catch .unknownOption(let option, let near) {
                let owner = named.subcommands.first { $0.shapes.contains { $0.title == option } }
                guard let owner else { throw .unknownOption(option, near: near) }
                throw .foreignOption(option, command: owner.name)
            }
            console.write(Help.of(command, in: self))
            return 0
        }
    }

    private func command(_ name: String) throws(UsageError) -> Command {
        if let command = find(name) { return command }
        if let meant = ForeignCommands.nearest(to: name) { throw .foreignCommand(name, meant: meant) }
        throw .unknownCommand(name, near: nearestName(to: name, among: commands.map(\.name), spelling: .letters))
    }

    private func find(_ name: String) -> Command? { commands.first { $0.name == name } }
}
