/// Completions for zsh.
enum ZshCompletion {
    static func script(_ program: String, _ commands: [Command]) -> String {
        var text = """
            #compdef \(program)
            # Completions of \(program) for zsh: \(program) completions zsh > a folder of $fpath/_\(program)
            \(known(program))
            _\(program)() {
                local program=$words[1]
                if ((CURRENT == 2)); then
                    local -a commands=(

            """
        for command in commands {
            text += "            \(Completions.quote("\(command.name):\(escaped(command.summary))"))\n"
        }
        text += """
                    )
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))

            """
        for command in commands where !command.subcommands.isEmpty {
            let words = command.subcommands.map(\.word).joined(separator: "|")
            text += """
                    if [[ $command == \(command.name) && CURRENT -gt 2 && $words[2] == (\(words)) ]]; then
                        command="\(command.name) $words[2]"
                        shift words
                        ((CURRENT--))
                    fi

                """
        }
        text += "    case $command in\n"
        for command in commands.flatMap({ [$0] + $0.subcommands }) {
            text += "    \(Completions.pattern(command.name)))\n        _arguments -s"
            for shape in Completions.options(of: command.subcommands.first ?? command) {
                text += " \\\n            " + option(shape, program)
            }
            for shape in command.shapes where shape.isRest { text += " \\\n            " + rest(shape, program) }
            text += "\n        ;;\n"
        }
        // Loaded from $fpath the file itself is the function's first call; sourced, it only registers.
        return text + """
                esac
            }
            if [[ $funcstack[1] == _\(program) ]]; then
                _\(program) "$@"
            else
                compdef _\(program) \(program)
            fi

            """
    }

    /// The function that asks the program.
    private static func known(_ program: String) -> String {
        """
        # What the store knows: the program says it, for the store that the line names.
        _\(program)_known() {
            local -a store lines names shown
            local place=${words[(I)--store]} line
            if ((place)); then
                store=(--store ${(Q)~words[place + 1]})
            elif [[ -n ${words[(r)--store=*]} ]]; then
                store=(--store ${(Q)~${words[(r)--store=*]}#--store=})
            fi
            lines=("${(@f)$(${(Q)~program} completions $1 $store 2> /dev/null)}")
            for line in $lines; do
                names+=("${line%%$'\t'*}")
                shown+=("${line/$'\t'/  -- }")
            done
            compadd -l -d shown -a names
        }
        """
    }

    private static func option(_ shape: OptionSpec, _ program: String) -> String {
        let help = "[\(escaped(shape.help))]"
        let value = shape.kind == .flag ? "" : ":\(escaped(shape.value)):\(action(shape, program))"
        let star = shape.kind == .list ? "*" : ""
        let long = Completions.quote("\(star)--\(shape.name)\(shape.kind == .flag ? "" : "=")\(help)\(value)")
        guard let short = shape.short else { return long }
        return "\(long) " + Completions.quote("\(star)-\(short)\(shape.kind == .flag ? "" : "+")\(help)\(value)")
    }

    private static func rest(_ shape: OptionSpec, _ program: String) -> String {
        guard case .rest(_, let atMost) = shape.kind else { return "" }
        return Completions.quote("\(atMost > 1 ? "*" : ""):\(escaped(shape.value)):\(action(shape, program))")
    }

    private static func action(_ shape: OptionSpec, _ program: String) -> String {
        if let known = shape.known { return "{_\(program)_known \(known)\(shape.isFile ? "; _files" : "")}" }
        if shape.isFile { return "_files" }
        return shape.choices.isEmpty ? " " : "(\(shape.choices.joined(separator: " ")))"
    }

    /// A text without what ends a part of a specification.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
