internal import Domain
internal import YAML

enum CommandKey: String, SectionKey {
    case kind, run, batch
    static let section = "command"
}

extension Node {
    /// The settings of `kind: command`.
    func command() -> CommandSettings? {
        guard let fields = Fields(self, "a mapping", keys: CommandKey.self) else { return nil }
        let run = fields.required(.run, "[python3, my_model.py]")?.arguments()
        let batch = fields[.batch]?.whole(1...1000)
        guard let run else { return nil }
        var settings = CommandSettings(run: run)
        settings.batch = batch ?? settings.batch
        return settings
    }

    private func arguments() -> [String]? {
        guard let items = items("a program and its arguments, such as [python3, my_model.py]") else { return nil }
        return items.enumerated().compactMap { index, item in
            index == 0 ? item.program() : item.argument()
        }
    }

    private func program() -> String? {
        guard let program = text("a program's name or path") else { return nil }
        guard !program.hasPrefix("~") else {
            report("`~` is not expanded; write the whole path, or one relative to the manifest's folder")
            return nil
        }
        return program
    }

    /// Any text; an argument may be empty or blank.
    private func argument() -> String? {
        if case .string(let text) = value.content, !text.utf8.contains(0) { return text }
        return self.text("a text")
    }
}
