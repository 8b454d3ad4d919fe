/// `cairn completions SHELL`: a script that teaches a shell the commands and their options.
enum Completions {
    /// The shells that are known.
    enum Shell: String, CaseIterable, Argument {
        case bash, zsh, fish
    }

    private struct Options: Sendable {
        var shell: Shell?
    }

    /// The command, for the others.
    static func command(_ program: String, of commands: [Command]) -> Command {
        Command(
            "completions", "writes a script of completions for a shell",
            details: [
                "For bash: `source <(\(program) completions bash)` in ~/.bashrc. "
                    + "For zsh: `\(program) completions zsh > _\(program)` in a folder of $fpath. "
                    + "For fish: `\(program) completions fish > ~/.config/fish/completions/\(program).fish`."
            ],
            items: [Option<Options>.argument(\.shell, "SHELL", "the shell", isRequired: true)], defaults: Options()
        ) { call, console in
            switch call.options.shell {
            case .bash, nil: console.write(BashCompletion.script(program, commands))
            case .zsh: console.write(ZshCompletion.script(program, commands))
            case .fish: console.write(FishCompletion.script(program, commands))
            }
            return 0
        }
    }

    /// Every option of a command, the common ones too.
    static func options(of command: Command) -> [OptionSpec] {
        command.shapes.filter { !$0.isRest } + CommonOptions.items.map(\.shape)
    }

    /// A command's name as a pattern of `case`.
    static func pattern(_ name: String) -> String { name.contains(" ") ? quote(name) : name }

    /// A text in single quotes, for a shell of Bourne's line.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
