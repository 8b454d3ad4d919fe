package import YAML

/// The part of JSON Schema (draft 7) that `Schema/job.schema.json` uses, over YAML trees.
package struct SchemaChecker {
    /// The schema.
    package let root: YAMLValue

    /// Keywords that check something; any other must be among the silent ones.
    package static let keywords: Set<String> = [
        "$ref", "type", "properties", "required", "additionalProperties", "items", "additionalItems", "contains",
        "minItems",
        "maxItems", "uniqueItems", "enum", "const", "pattern", "minimum", "maximum", "oneOf", "anyOf", "allOf", "not",
        "if",
        "then", "else", "dependencies", "minProperties", "maxProperties", "patternProperties",
    ]
    /// Keywords that say nothing about a value.
    package static let silent: Set<String> = ["$schema", "title", "description", "definitions", "default", "examples"]

    /// A checker by a schema.
    package init(root: YAMLValue) { self.root = root }

    /// Whether the schema takes a value.
    package func accepts(_ value: YAMLValue) -> Bool { accepts(value, root) }

    /// Whether a part of the schema takes a value.
    package func accepts(_ value: YAMLValue, as part: YAMLValue) -> Bool { accepts(value, part) }

    private func accepts(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        if case .bool(let answer) = schema.content { return answer }
        // Draft 7 looks at nothing beside a reference.
        if let reference = schema["$ref"] { return accepts(value, target(of: reference.source)) }
        return general(value, schema) && combined(value, schema) && number(value, schema) && text(value, schema)
            && list(value, schema) && mapping(value, schema)
    }

    private func target(of reference: String) -> YAMLValue {
        var found = root
        for step in reference.split(separator: "/").dropFirst() {
            guard let next = found[String(step)] else { preconditionFailure("\(reference) leads nowhere") }
            found = next
        }
        return found
    }

    private func general(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        if let wanted = schema["const"], Plain(wanted) != Plain(value) { return false }
        if let wanted = schema["enum"], !items(wanted).contains(where: { Plain($0) == Plain(value) }) { return false }
        guard let type = schema["type"]?.source else { return true }
        switch (type, value.content) {
        case ("object", .mapping), ("array", .list), ("string", .string), ("boolean", .bool): return true
        case ("number", .integer), ("number", .float), ("integer", .integer): return true
        case ("integer", .float(let number)): return number.rounded() == number
        default: return false
        }
    }

    private func combined(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        if let all = schema["allOf"], !items(all).allSatisfy({ accepts(value, $0) }) { return false }
        if let any = schema["anyOf"], !items(any).contains(where: { accepts(value, $0) }) { return false }
        if let one = schema["oneOf"], items(one).count(where: { accepts(value, $0) }) != 1 { return false }
        if let not = schema["not"], accepts(value, not) { return false }
        guard let condition = schema["if"] else { return true }
        return (accepts(value, condition) ? schema["then"] : schema["else"]).map { accepts(value, $0) } ?? true
    }

    private func number(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        guard let number = double(value) else { return true }
        if let lower = schema["minimum"].flatMap(double), !(number >= lower) { return false }
        if let limit = schema["maximum"].flatMap(double), !(number <= limit) { return false }
        return true
    }

    private func text(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        guard case .string(let text) = value.content, let pattern = schema["pattern"]?.source else { return true }
        guard let expression = try? Regex(pattern).matchingSemantics(.unicodeScalar) else {
            preconditionFailure("\(pattern) is no regular expression")
        }
        return text.firstMatch(of: expression) != nil
    }

    private func list(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        guard case .list(let values) = value.content else { return true }
        if let lower = schema["minItems"].flatMap(double), Double(values.count) < lower { return false }
        if let limit = schema["maxItems"].flatMap(double), Double(values.count) > limit { return false }
        if schema["uniqueItems"] != nil {
            let plain = values.map(Plain.init)
            if plain.indices.contains(where: { plain[..<$0].contains(plain[$0]) }) { return false }
        }
        if let wanted = schema["contains"], !values.contains(where: { accepts($0, wanted) }) { return false }
        guard let wanted = schema["items"] else { return true }
        guard case .list(let each) = wanted.content else { return values.allSatisfy { accepts($0, wanted) } }
        return zip(values, each).allSatisfy { accepts($0, $1) }
            && values.dropFirst(each.count).allSatisfy { value in
                schema["additionalItems"].map { accepts(value, $0) } ?? true
            }
    }

    private func mapping(_ value: YAMLValue, _ schema: YAMLValue) -> Bool {
        guard case .mapping(let entries) = value.content else { return true }
        let keys = Set(entries.map(\.key))
        if let lower = schema["minProperties"].flatMap(double), Double(entries.count) < lower { return false }
        if let limit = schema["maxProperties"].flatMap(double), Double(entries.count) > limit { return false }
        if let required = schema["required"], !items(required).allSatisfy({ keys.contains($0.source) }) { return false }
        for entry in entries {
            if let property = schema["properties"]?[entry.key] {
                if !accepts(entry.value, property) { return false }
            } else if let pattern = pattern(of: entry.key, in: schema) {
                if !accepts(entry.value, pattern) { return false }
            } else if schema["additionalProperties"] != nil {
                return false
            }
            guard let dependency = schema["dependencies"]?[entry.key] else { continue }
            if case .list(let others) = dependency.content {
                if !others.allSatisfy({ keys.contains($0.source) }) { return false }
            } else if !accepts(value, dependency) {
                return false
            }
        }
        return true
    }

    /// What is said of keys that match a pattern.
    private func pattern(of key: String, in schema: YAMLValue) -> YAMLValue? {
        guard case .mapping(let patterns)? = schema["patternProperties"]?.content else { return nil }
        return patterns.first { pattern in
            guard let expression = try? Regex(pattern.key) else { preconditionFailure("\(pattern.key) is no pattern") }
            return key.firstMatch(of: expression) != nil
        }?.value
    }

    private func items(_ value: YAMLValue) -> [YAMLValue] {
        if case .list(let items) = value.content { return items }
        return []
    }

    private func double(_ value: YAMLValue) -> Double? {
        switch value.content {
        case .integer(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
}

/// A tree without its places, to be compared.
private indirect enum Plain: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([Plain])
    case mapping([String: Plain])

    init(_ value: YAMLValue) {
        self =
            switch value.content {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .number(Double(number))
            case .float(let number): .number(number)
            case .string(let text): .string(text)
            case .list(let items): .list(items.map(Plain.init))
            case .mapping(let entries):
                .mapping(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, Plain($0.value)) }))
            }
    }
}
