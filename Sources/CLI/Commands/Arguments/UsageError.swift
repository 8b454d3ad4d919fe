internal import Text

/// A command line that cannot be understood; nothing was done.
package enum UsageError: Error, Equatable, Sendable {
    /// No command at all.
    case missingCommand
    /// A command there is none of, and the nearest there is.
    case unknownCommand(String, near: String?)
    /// A command of other programs, and what Cairn has for it.
    case foreignCommand(String, meant: String)
    /// An option there is none of, and the nearest there is.
    case unknownOption(String, near: String?)
    /// An option of other programs, and what Cairn has for it.
    case otherOption(String, meant: String)
    /// An option of a subcommand, given to another one of the same command.
    case foreignOption(String, command: String)
    /// An option of commands, before the command.
    case misplacedOption(String)
    /// An option at the end, without its value.
    case missingValue(option: String, value: String)
    /// A flag with `=value`.
    case needlessValue(option: String)
    /// A value that will not do; `origin` is the option, the argument or the environment variable, `near` the good
    /// value that was probably meant.
    case badValue(origin: String, value: String, expected: String, near: String? = nil)
    /// A missing argument, and its help.
    case missingArgument(String, help: String)
    /// A word too many, and the options that it may be the value of.
    case needlessArgument(String, near: [String] = [])

    /// One sentence, without the program's name.
    package var sentence: String {
        switch self {
        case .missingCommand: "name a command, such as `cairn status`"
        case .unknownCommand(let name, let near): "there is no command \(quoted(name))\(hint(near))"
        case .foreignCommand(let name, let meant): "there is no command \(quoted(name)); \(meant)"
        case .unknownOption(let name, let near): "there is no option \(quoted(name))\(hint(near))"
        case .otherOption(let name, let meant): "there is no option \(quoted(name)); \(meant)"
        case .foreignOption(let option, let command): "\(option) is for `cairn \(command)`"
        case .misplacedOption(let option): "write \(option) after the command"
        case .missingValue(let option, let value): "\(option) needs a value: \(option) \(value)"
        case .needlessValue(let option): "\(option) takes no value"
        case .badValue(let origin, let value, let expected, let near):
            "\(origin) is \(quoted(value)), not \(expected)\(hint(near))"
        case .missingArgument(let name, let help): "missing argument \(name): \(help)"
        case .needlessArgument(let word, let near):
            "unexpected argument \(quoted(word))"
                + (near.isEmpty
                    ? ForeignCommands.nearest(to: word).map { "; \($0)" } ?? ""
                    : "; write \(near.map { "\($0) \(displayText(word))" }.joined(separator: " or "))")
        }
    }

    private func hint(_ near: String?) -> String { near.map { "; did you mean \($0)?" } ?? "" }
}

/// Something that was typed, as people can read it: in single quotes, without control characters.
func quoted(_ text: String) -> String { "'\(displayText(text))'" }
