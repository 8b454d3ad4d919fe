internal import Text
internal import Domain
internal import YAML

enum CommandKey: String, SectionKey {
    case kind, run, version, images, parameters, batch, processes, start, memory
    static let section = "command"
}

extension Node {
    /// The settings of `kind: command`.
    func command() -> CommandSettings? {
        guard let fields = Fields(self, "a mapping", keys: CommandKey.self) else { return nil }
        let run = fields.required(.run, "[python3, detect.py]")?.arguments()
        var settings = CommandSettings(run: run ?? [], folder: directory)
        settings.version = fields[.version]?.programVersion()
        settings.images = fields[.images]?.choice(CommandSettings.Images.self) ?? settings.images
        settings.parameters = fields[.parameters]?.parameters() ?? settings.parameters
        settings.batch = fields[.batch]?.whole(1...256) ?? settings.batch
        settings.processes = fields[.processes]?.whole(1...256) ?? settings.processes
        settings.start = fields[.start]?.duration() ?? settings.start
        settings.memory = fields[.memory]?.memory()
        return run == nil ? nil : settings
    }

    private func arguments() -> [String]? {
        guard let items = items("a program and its arguments, such as [python3, detect.py]") else { return nil }
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

    /// What a person calls a state of the program.
    private func programVersion() -> String? {
        guard let version = text("a text such as \"2026-11\"") else { return nil }
        guard version.unicodeScalars.count <= 100, !version.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return mismatch("a text of at most 100 characters on one line")
        }
        return version
    }

    /// What the program is given with each picture.
    private func parameters() -> String? {
        guard case .mapping = value.content else { return mismatch("a mapping such as {size: 640}") }
        guard let json = json(), json.utf8.count <= 65_536 else {
            return mismatch("at most 64 KiB of texts, finite numbers, true, false, lists and mappings")
        }
        return json
    }

    /// The value as JSON; the members of a mapping in the order of their names, as another order asks nothing else.
    private func json() -> String? {
        switch value.content {
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .integer(let number): return "\(number)"
        case .float(let number): return number.isFinite ? "\(number)" : nil
        case .string(let text): return jsonString(text)
        case .list(let items):
            let values = items.enumerated().compactMap { child($1, index: $0).json() }
            return values.count == items.count ? "[\(values.joined(separator: ","))]" : nil
        case .mapping(let entries):
            let members = entries.sorted { $0.key < $1.key }.compactMap { entry in
                child(entry.value, key: entry.key).json().map { "\(jsonString(entry.key)):\($0)" }
            }
            return members.count == entries.count ? "{\(members.joined(separator: ","))}" : nil
        }
    }
}
