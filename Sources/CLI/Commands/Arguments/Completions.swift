/// `cairn completions SHELL`: a script that teaches a shell the commands and their options.
enum Completions {
    /// The shells that are known.
    enum Shell: String, CaseIterable, Argument {
        case bash, zsh, fish
    }

    /// What the scripts ask the program for, since only the store knows it.
    enum Known: String, CaseIterable {
        case jobs, runs, paths

        /// What an argument or a value of this placeholder names; nil where the store does not know it.
        init?(placeholder: String) {
            switch placeholder {
            case "JOB": self = .jobs
            case "RUN": self = .runs
            case "IMAGE": self = .paths
            default: return nil
            }
        }
    }

    /// A shell, or what its script asks for.
    struct Wanted: Argument {
        let word: String

        static func read(_ word: String) -> Wanted? {
            Shell(rawValue: word) != nil || Known(rawValue: word) != nil ? Wanted(word: word) : nil
        }
        static var expectation: String { Shell.expectation }
        static var choices: [String] { Shell.choices }
    }

    private struct Options: Sendable {
        var wanted: Wanted?
    }

    /// Writes what the store knows, for a script; answers the exit status.
    typealias AnswerToScript = @Sendable (Known, CommonOptions, Console) -> Int32

    /// The command, for the others.
    static func command(_ program: String, of commands: [Command], _ answer: @escaping AnswerToScript) -> Command {
        Command(
            "completions", "writes a script of completions for a shell",
            details: [
                "For bash: `source <(\(program) completions bash)` in ~/.bashrc. "
                    + "For zsh: `\(program) completions zsh > _\(program)` in a folder of $fpath. "
                    + "For fish: `\(program) completions fish > ~/.config/fish/completions/\(program).fish`.",
                "The scripts ask the program for what the store knows, with jobs, runs or paths in the place of SHELL: "
                    + "it writes a line for each, and behind a tab what it is.",
            ],
            items: [Option<Options>.argument(\.wanted, "SHELL", "the shell", isRequired: true)], defaults: Options()
        ) { call, console in
            let word = call.options.wanted?.word ?? ""
            if let known = Known(rawValue: word) { return answer(known, call.common, console) }
            switch Shell(rawValue: word) {
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
