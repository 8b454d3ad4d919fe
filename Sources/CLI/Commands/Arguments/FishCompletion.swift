/// Completions for fish.
enum FishCompletion {
    static func script(_ program: String, _ commands: [Command]) -> String {
        var text = """
            # Completions of \(program) for fish: \(program) completions fish | source
            # What the store knows: the program says it, for the store that the line names.
            function __\(program)_known
                set -l words (commandline -opc)
                set -l store
                for place in (seq 2 (count $words))
                    switch $words[$place]
                        case --store
                            set store --store (string unescape -- $words[(math $place + 1)])
                        case '--store=*'
                            set store --store (string unescape -- (string replace -- --store= '' $words[$place]))
                    end
                end
                set -l own (string replace -r '^~/' "$HOME/" -- $words[1])
                $own completions $argv[1] $store 2>/dev/null
            end
            complete -c \(program) -f

            """
        for command in commands {
            text += "complete -c \(program) -n __fish_use_subcommand -a \(command.name) -d \(quote(command.summary))\n"
        }
        for command in commands.flatMap({ [$0] + $0.subcommands }) {
            let words = command.name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }
            let head = "complete -c \(program) -n '\(words.joined(separator: "; and "))'"
            let options = command.subcommands.isEmpty ? Completions.options(of: command) : []
            for shape in options {
                let short = shape.short.map { " -s \($0)" } ?? ""
                text += "\(head) -l \(shape.name)\(short)\(value(shape, program)) -d \(quote(shape.help))\n"
            }
            for shape in command.shapes where shape.isRest {
                if shape.isFile { text += "\(head) -F\n" }
                if let known = shape.known { text += "\(head) -a '(__\(program)_known \(known))'\n" }
                if !shape.choices.isEmpty { text += "\(head) -a \(quote(shape.choices.joined(separator: " ")))\n" }
            }
        }
        return text
    }

    private static func value(_ shape: OptionSpec, _ program: String) -> String {
        if shape.kind == .flag { return "" }
        if let known = shape.known { return " -x -a '(__\(program)_known \(known))'" }
        if shape.isFile { return " -r -F" }
        return shape.choices.isEmpty ? " -x" : " -x -a \(quote(shape.choices.joined(separator: " ")))"
    }

    /// A text in single quotes; fish takes a backslash before a quote or a backslash.
    private static func quote(_ text: String) -> String {
        var result = "'"
        for character in text {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "'"
    }
}
