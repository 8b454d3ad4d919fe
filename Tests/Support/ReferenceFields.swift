import Platform

/// The fields of `--json` that docs/reference.md explains, by the headings of its chapter about JSON.
package struct ReferenceFields {
    private let fields: [String: Set<String>]

    /// Reads the page.
    package init() throws {
        let page = try Files.text(packageRoot.appending("docs/reference.md"))
        let chapter = page.split(separator: "\n## JSON\n").last?.split(separator: "\n## ").first ?? ""
        var found: [String: Set<String>] = [:]
        for section in chapter.split(separator: "\n### ").dropFirst() {
            let lines = section.split(separator: "\n")
            let cells = lines.dropFirst().filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "|").first }
            found[String(lines[0])] = Set(cells.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } })
        }
        fields = found
    }

    /// The fields of a heading, with those that the page only refers to.
    package func expected(_ heading: String) -> Set<String> {
        var expected = fields[heading] ?? []
        for field in expected {
            if field == "cap" || field.hasSuffix("caps[]") {
                expected.formUnion((fields["caps"] ?? []).map { "\(field).\($0)" })
            } else if field == "runs[]" {
                expected.formUnion((fields["cairn run --json"] ?? []).map { "runs\($0)" })
            } else if field.hasPrefix("inputs[].") {
                // Pictures go in: of an output a mean is never said.
                let isOfPictures = field.contains("mean") || field.contains("std")
                expected.insert("outputs\(field.dropFirst(6).dropLast(isOfPictures ? 2 : 0))")
            }
        }
        return expected
    }

    /// What the page does not explain of some outputs, and what it explains and none of them has.
    package func differences(under heading: String, _ outputs: [JSONText]) -> [String] {
        let expected = expected(heading)
        let found = outputs.reduce(into: Set<String>()) { $0.formUnion(Self.paths(of: $1)) }
        let explained = Set(expected.flatMap(Self.prefixes))
        let unexplained = found.filter { !explained.contains($0) && !$0.hasPrefix("metadata.") }
        let missing = expected.filter { !found.contains($0) }
        return unexplained.sorted().map { "\(heading): \($0) is not explained" }
            + missing.sorted().map { "\(heading): no output has \($0)" }
    }

    /// The paths of a value and of all that it holds: `runs`, `runs[]`, `runs[].job`.
    private static func paths(of value: JSONText, at path: String = "") -> Set<String> {
        var paths: Set<String> = path.isEmpty ? [] : [path]
        for item in value.items { paths.formUnion(Self.paths(of: item, at: path + "[]")) }
        for (key, member) in value.members {
            paths.formUnion(Self.paths(of: member, at: path.isEmpty ? key : "\(path).\(key)"))
        }
        return paths
    }

    /// A path and those above it.
    private static func prefixes(of path: String) -> [String] {
        var prefixes = [path]
        var rest = path
        while let end = rest.lastIndex(where: { $0 == "." || $0 == "[" }) {
            rest = String(rest[..<end])
            if !rest.isEmpty { prefixes.append(rest) }
        }
        return prefixes
    }
}
