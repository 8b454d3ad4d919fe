import TestSupport
import YAML

/// The tables of docs/manifest.md, made from the JSON Schema of manifests.
struct ManifestPage {
    /// The schema.
    let root: YAMLValue

    /// The sections of a manifest in the order of the page, by their names in the schema, with their headings.
    static let sections: [(name: String, heading: String)] = [
        ("job", "The top of the manifest"), ("image", "images"), ("imageShare", "share of a source"),
        ("vision", "backend of kind vision"),
        ("visionAuth", "auth of Google Cloud"), ("firebase", "backend of kind firebase"),
        ("firebaseAuth", "auth of Firebase"), ("appCheck", "appCheck"), ("tflite", "backend of kind tflite"),
        ("input", "input and inputs"), ("feed", "feed"), ("output", "output and outputs"),
        ("automl", "backend of kind automl"), ("hosted", "hosted"), ("firebaseML", "firebaseML"),
        ("tesseract", "backend of kind tesseract"), ("command", "backend of kind command"), ("feature", "features"),
        ("productSearch", "productSearch"),
        ("boundingPoly", "boundingPoly"), ("vertex", "vertex"), ("prepare", "prepare"), ("budget", "budget"),
        ("cap", "cap"), ("pace", "pace"), ("retry", "retry"), ("refresh", "refresh"), ("limits", "limits"),
    ]

    /// The whole part of the page.
    var text: String {
        let sections = Self.sections.map { section(definition($0.name), named: $0.heading) }
        return (["", kinds] + sections).joined(separator: "\n") + "\n"
    }

    private func definition(_ name: String) -> YAMLValue {
        guard let found = root["definitions"]?[name] else { preconditionFailure("the schema has no \(name)") }
        return found
    }

    /// The values that many keys have.
    private var kinds: String {
        var lines = ["## Kinds of values", "", "| kind | meaning | example |", "|---|---|---|"]
        for entry in root["definitions"]?.entries ?? [] {
            guard let title = entry.value["title"]?.source else { continue }
            let words = entry.value["description"]?.source ?? ""
            let choices = entry.value["enum"].map { ": " + $0.items.map { "`\($0.source)`" }.joined(separator: ", ") }
            let meaning = Self.cell(words.trimmingFullStop + (choices ?? ""))
            lines.append("| \(title) | \(meaning) | \(examples(of: entry.value)) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ section: YAMLValue, named heading: String) -> String {
        var lines = ["## \(heading)", ""]
        if let words = section["description"]?.source { lines += [words, ""] }
        lines += ["| key | value | default | example | meaning |", "|---|---|---|---|---|"]
        let required = Set((section["required"]?.items ?? []).map(\.source))
        for property in section["properties"]?.entries ?? [] {
            let key = property.value
            let standard = key["default"].map { "`\($0.flow)`" } ?? (required.contains(property.key) ? "required" : "")
            let cells = [
                "`\(property.key)`", kind(of: key), standard, examples(of: key), Self.cell(meaning(of: key)),
            ]
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func meaning(of key: YAMLValue) -> String {
        if let words = key["description"]?.source { return words }
        return key["$ref"].flatMap { target(of: $0)["description"]?.source } ?? ""
    }

    private func examples(of key: YAMLValue) -> String {
        (key["examples"]?.items ?? []).map { "`\($0.flow)`" }.joined(separator: ", ")
    }

    private func name(of reference: YAMLValue) -> String {
        reference.source.split(separator: "/").last.map { String($0) } ?? ""
    }

    private func target(of reference: YAMLValue) -> YAMLValue { definition(name(of: reference)) }

    /// What a key's value may be.
    private func kind(of key: YAMLValue) -> String {
        if let reference = key["$ref"] { return kind(behind: reference) }
        if let constant = key["const"] { return "`\(constant.flow)`" }
        if let choices = key["enum"] { return choices.items.map { "`\($0.flow)`" }.joined(separator: ", ") }
        if let all = key["allOf"]?.items.first { return kind(of: all) }
        if let choices = key["anyOf"]?.items { return choices.map { kind(of: $0) }.joined(separator: " or ") }
        if let then = key["then"], let other = key["else"] { return "\(kind(of: then)) or \(kind(of: other))" }
        switch key["type"]?.source {
        case "string": return "text"
        case "boolean": return "`true`, `false`"
        case "integer": return "whole number" + range(of: key)
        case "number": return "number" + range(of: key)
        case "array": return list(key)
        default: return "mapping"
        }
    }

    private func kind(behind reference: YAMLValue) -> String {
        let name = name(of: reference)
        if name == "backend" { return "mapping by `kind`, see below" }
        if let section = Self.sections.first(where: { $0.name == name }) {
            return "[mapping](#\(MarkdownPage.anchor(of: section.heading)))"
        }
        guard let title = target(of: reference)["title"]?.source else { return kind(of: target(of: reference)) }
        return "[\(title)](#kinds-of-values)"
    }

    private func list(_ key: YAMLValue) -> String {
        let items = key["items"].map { kind(of: $0) } ?? "values"
        return "list of \(items)" + (key["maxItems"].map { ", at most \($0.source)" } ?? "")
    }

    /// `, 1 to 100`; bounds that only a float's size sets are no bounds.
    private func range(of key: YAMLValue) -> String {
        guard let low = key["minimum"]?.source, let high = key["maximum"]?.source else { return "" }
        guard high.contains("e38") else { return ", \(low) to \(high)" }
        return low.contains("e-38") ? " above 0" : ""
    }

    /// Words in a cell of a table.
    private static func cell(_ words: String) -> String { words.replacing("|", with: "\\|") }
}

extension YAMLValue {
    /// The entries of a mapping; none of anything else.
    var entries: [YAMLEntry] { if case .mapping(let entries) = content { entries } else { [] } }

    /// The items of a list; none of anything else.
    var items: [YAMLValue] { if case .list(let items) = content { items } else { [] } }

    /// The value on one line, as people write it in a manifest.
    var flow: String {
        switch content {
        case .null: "null"
        case .bool, .integer, .float: source
        case .string(let text): text.isPlain ? text : "\"\(text)\""
        case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    /// Whether YAML reads the text as this very text, also within brackets.
    fileprivate var isPlain: Bool {
        Double(self) == nil && !["true", "false", "null", "~", ""].contains(self) && first != "*"
            && allSatisfy { !$0.isWhitespace || $0 == " " } && !contains { ",[]{}#\"'&!|>%@`".contains($0) }
            && !contains(": ")
    }

    fileprivate var trimmingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
