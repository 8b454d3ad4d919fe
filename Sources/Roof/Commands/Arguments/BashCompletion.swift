/// Completions for bash.
enum BashCompletion {
    /// The script.
    static func script(_ program: String, _ commands: [Command]) -> String {
        let names = commands.map(\.name) + ["--help", "--version"]
        var text = """
            # Completions of \(program) for bash: source <(\(program) completions bash)
            _\(program)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local command=${COMP_WORDS[1]} options words
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W \(Completions.quote(names.joined(separator: " "))) -- "$current")
                    return
                fi
                # bash cuts words at "=": --format=c is three of them.
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                case $command in

            """
        for command in commands { text += branch(command) }
        text += """
                *) return ;;
                esac
                if [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
                elif [[ $words == FILES ]]; then
                    compopt -o filenames 2> /dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                else
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                fi
            }
            complete -F _\(program) \(program)

            """
        return text
    }

    /// What follows one command: its options, what they take, and what its words are.
    private static func branch(_ command: Command) -> String {
        let options = Completions.options(of: command)
        let names = options.flatMap { shape in ["--\(shape.name)"] + (shape.short.map { ["-\($0)"] } ?? []) }
        var text = "    \(command.name))\n        options=\(Completions.quote(names.joined(separator: " ")))\n"
        text += "        case $previous in\n"
        for shape in options where shape.kind != .flag {
            let names = ["--\(shape.name)"] + (shape.short.map { ["-\($0)"] } ?? [])
            text += "        \(names.joined(separator: " | "))) words=\(words(shape)) ;;\n"
        }
        let rest = command.shapes.first { $0.isRest }
        return text + "        *) words=\(rest.map { words($0) } ?? "''") ;;\n        esac\n        ;;\n"
    }

    private static func words(_ shape: Shape) -> String {
        shape.isFile ? "FILES" : Completions.quote(shape.choices.joined(separator: " "))
    }
}
