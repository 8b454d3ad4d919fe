/// Completions for bash.
enum BashCompletion {
    static func script(_ program: String, _ commands: [Command]) -> String {
        let names = commands.map(\.name) + ["--help", "--version"]
        let common = CommonOptions.items.map(\.shape)
        let valued = common.filter { $0.kind != .flag }.map(\.title)
        var text = """
            # Completions of \(program) for bash: source <(\(program) completions bash)
            \(known(program))
            _\(program)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local command= options words known= place name
                COMPREPLY=()
                # bash cuts words at "=": --format=c is three of them.
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                # Options may stand before the command.
                for ((place = 1; place < COMP_CWORD; place++)); do
                    case ${COMP_WORDS[place]} in
                    \(valued.joined(separator: " | ")))
                        ((place++))
                        if [[ ${COMP_WORDS[place]} == = ]]; then ((place++)); fi
                        ;;
                    -*) ;;
                    *)
                        command=${COMP_WORDS[place]}
                        break
                        ;;
                    esac
                done\(subcommands(commands, valued))
                case $command in
                '')
                    options=\(Completions.quote((common.map(\.title) + ["--version"]).joined(separator: " ")))
                    case $previous in

            """
        for shape in common where shape.kind != .flag {
            text += "        \(shape.title)) \(proposals(shape)) ;;\n"
        }
        text += """
                    *) words=\(Completions.quote(names.joined(separator: " "))) ;;
                    esac
                    ;;

            """
        for command in commands.flatMap({ [$0] + $0.subcommands }) { text += branch(command) }
        text += """
                *) return ;;
                esac
                if [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
                    return
                fi
                if [[ $words == FILES ]]; then
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                else
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                fi
                # Names are compared here: compgen would expand what it finds in them.
                if [[ -n $known ]]; then
                    while IFS= read -r name; do
                        if [[ $name == "$current"* ]]; then COMPREPLY+=("$name"); fi
                    done < <(_\(program)_known "$known")
                fi
                if [[ $words == FILES || -n $known ]]; then compopt -o filenames 2> /dev/null; fi
            }
            complete -F _\(program) \(program)

            """
        return text
    }

    /// The function that asks the program.
    private static func known(_ program: String) -> String {
        """
        # What the store knows, one a line: the program says it, for the store that the line names.
        _\(program)_known() {
            local place known store=
            for ((place = 1; place < COMP_CWORD; place++)); do
                [[ ${COMP_WORDS[place]} == --store ]] || continue
                store=${COMP_WORDS[place + 1]}
                if [[ $store == = ]]; then store=${COMP_WORDS[place + 2]}; fi
            done
            # The word is as it was typed, with what quotes a blank in it.
            store=${store//[\\\\\\'\\"]/}
            store=${store/#"~/"/"$HOME/"}
            for known in $1; do
                "${COMP_WORDS[0]/#"~/"/"$HOME/"}" completions "$known" ${store:+--store "$store"} 2> /dev/null | cut -f 1
            done
        }
        """
    }

    /// What follows one command: its options, what they take, and what its words are.
    private static func branch(_ command: Command) -> String {
        // Without the name of a subcommand the first is meant.
        let options = Completions.options(of: command.subcommands.first ?? command)
        let names = options.flatMap { shape in ["--\(shape.name)"] + (shape.short.map { ["-\($0)"] } ?? []) }
        var text =
            "    \(Completions.pattern(command.name)))\n        "
            + "options=\(Completions.quote(names.joined(separator: " ")))\n"
        text += "        case $previous in\n"
        for shape in options where shape.kind != .flag {
            let names = ["--\(shape.name)"] + (shape.short.map { ["-\($0)"] } ?? [])
            text += "        \(names.joined(separator: " | "))) \(proposals(shape)) ;;\n"
        }
        let rest = command.shapes.filter(\.isRest)
        // Which of several arguments a word is, only the program can tell.
        let known = rest.compactMap(\.known).joined(separator: " ")
        return text
            + "        *) \(rest.first.map { proposals($0, known) } ?? "words=''") ;;\n        esac\n        ;;\n"
    }

    /// The lines that add the name of a subcommand to that of its command; empty where no command has any.
    private static func subcommands(_ commands: [Command], _ valued: [String]) -> String {
        var text = ""
        for command in commands where !command.subcommands.isEmpty {
            let options = command.subcommands.flatMap { Completions.options(of: $0) }.filter { $0.kind != .flag }
            let titles = Set(options.map(\.title) + valued).sorted().joined(separator: " | ")
            text += """

                    if [[ $command == \(command.name) ]]; then
                        for ((place++; place < COMP_CWORD; place++)); do
                            case ${COMP_WORDS[place]} in
                            \(titles))
                                ((place++))
                                if [[ ${COMP_WORDS[place]} == = ]]; then ((place++)); fi
                                ;;
                            -*) ;;
                            *)
                                command="\(command.name) ${COMP_WORDS[place]}"
                                break
                                ;;
                            esac
                        done
                    fi
                """
        }
        return text
    }

    /// The assignments that say what may stand for a value.
    ///
    /// - Parameter known: what the program is asked for; nil: what the value's own placeholder means.
    private static func proposals(_ shape: OptionSpec, _ known: String? = nil) -> String {
        let words = shape.isFile ? "FILES" : Completions.quote(shape.choices.joined(separator: " "))
        let known = known ?? shape.known ?? ""
        return "words=\(words)" + (known.isEmpty ? "" : " known=\(Completions.quote(known))")
    }
}
