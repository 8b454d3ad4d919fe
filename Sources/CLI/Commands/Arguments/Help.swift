/// The words of `--help`.
enum Help {
    /// Lines are at most so long.
    static let width = 80

    /// The whole program.
    static func of(_ program: Program) -> String {
        var text = wrap("\(program.name): \(program.summary)", indent: 0)
        text += "\n\nUsage: \(program.name) [OPTION...] COMMAND [OPTION...]\n\nCommands:\n"
        let rows = program.commands.map { command in
            let rest = command.shapes.filter(\.isRest).map { usage($0) }
            return (([command.name] + rest).joined(separator: " "), command.summary)
        }
        text += list(rows)
        text += "\nEvery command takes, before or after its name:\n" + list(CommonOptions.items.map { row($0.shape) })
        text += "\n`\(program.name) COMMAND --help` tells more; `\(program.name) --version` shows the version.\n"
        return text
    }

    /// One command.
    static func of(_ command: Command, in program: Program) -> String {
        let rest = command.shapes.filter(\.isRest)
        let options = command.shapes.filter { !$0.isRest }
        var text = wrap("\(program.name) \(command.name): \(command.summary)", indent: 0) + "\n\n"
        let words =
            [program.name, command.name] + (command.subcommands.isEmpty ? ["[OPTION...]"] : [])
            + rest.map { usage($0) } + (command.subcommands.isEmpty ? [] : ["[OPTION...]"])
        text += "Usage: \(words.joined(separator: " "))\n"
        for paragraph in command.details { text += "\n" + wrap(paragraph, indent: 0) + "\n" }
        if !command.subcommands.isEmpty {
            text += "\nCommands:\n" + list(command.subcommands.map { ($0.name, $0.summary) })
        } else if !rest.isEmpty {
            text += "\nArguments:\n" + list(rest.map { ($0.value, explained($0)) })
        }
        if !options.isEmpty { text += "\nOptions:\n" + list(options.map { row($0) }) }
        return text + "\nEvery command takes:\n" + list(CommonOptions.items.map { row($0.shape) })
    }

    /// A word of the usage line: `JOB...`, `[RUN]`.
    static func usage(_ shape: OptionSpec) -> String {
        guard case .rest(let atLeast, let atMost) = shape.kind else { return "" }
        let name = shape.value + (atMost > 1 ? "..." : "")
        return atLeast == 0 ? "[\(name)]" : name
    }

    private static func row(_ shape: OptionSpec) -> (String, String) {
        let short = shape.short.map { "-\($0), " } ?? "    "
        let value = shape.kind == .flag ? "" : " \(shape.value)"
        return ("\(short)--\(shape.name)\(value)", explained(shape))
    }

    /// What an option or an argument means, with its choices and its variable.
    static func explained(_ shape: OptionSpec) -> String {
        var text = shape.help
        if !shape.choices.isEmpty { text += ": \(shape.choices.joined(separator: ", "))" }
        if shape.kind == .list { text += "; may be repeated" }
        if let environment = shape.environment { text += " [\(environment)]" }
        return text
    }

    /// Two columns; a left one that is too long has a line of its own.
    private static func list(_ rows: [(left: String, right: String)]) -> String {
        let column = min(rows.map(\.left.count).max() ?? 0, 26) + 4
        var text = ""
        for (left, right) in rows {
            let head = "  " + left
            let body = wrap(right, indent: column)
            let padding = String(repeating: " ", count: max(0, column - head.count))
            text += head.count + 2 > column ? "\(head)\n\(String(repeating: " ", count: column))" : head + padding
            text += body + "\n"
        }
        return text
    }

    /// Words in lines of at most the width, all but the first behind an indentation.
    private static func wrap(_ text: String, indent: Int) -> String {
        Wrapping.lines(text, to: width - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
