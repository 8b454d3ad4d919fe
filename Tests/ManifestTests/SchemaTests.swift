import Corpora
import Manifest
import Platform
import TestSupport
import Testing
import YAML
import Domain

/// The reader and `Schema/job.schema.json` describe one grammar twice; these tests hold them together.
@Suite struct SchemaTests {
    let checker: SchemaChecker

    init() throws {
        let bytes = try Files.read(packageRoot.appending("Schema/job.schema.json"))
        checker = SchemaChecker(root: try YAMLValue(parsing: bytes))
    }

    @Test(arguments: validCorpus)
    func `reader and schema take a good manifest`(text: String) throws {
        #expect(diagnostics(text) == [])
        #expect(checker.accepts(try YAMLValue(parsing: Array(text.utf8))), "the schema refuses \(text)")
    }

    @Test(arguments: invalidCorpus)
    func `reader and schema refuse a bad manifest`(text: String) throws {
        #expect(diagnostics(text) != [], "the reader takes \(text)")
        #expect(!checker.accepts(try YAMLValue(parsing: Array(text.utf8))), "the schema takes \(text)")
    }

    @Test(arguments: beyondSchema)
    func `what a schema cannot say is refused by the reader alone`(reason: String, text: String) throws {
        #expect(diagnostics(text) != [], "the reader takes \(text)")
        #expect(checker.accepts(try YAMLValue(parsing: Array(text.utf8))), "the schema can tell after all: \(reason)")
    }

    @Test func `reader and schema know the same sections and keys`() throws {
        var described: [String: [String]] = [:]
        for definition in try entries(checker.root["definitions"]) where definition.value["additionalProperties"] != nil
        {
            described[definition.key] = try entries(definition.value["properties"]).map(\.key)
        }
        let known = Dictionary(uniqueKeysWithValues: Grammar.sections.map { ($0.name, $0.keys) })
        #expect(described == known)
    }

    @Test func `the schema closes every section and explains every key`() throws {
        for definition in try entries(checker.root["definitions"]) where definition.value["properties"] != nil {
            let isClosed = definition.value["additionalProperties"] != nil
            #expect(isClosed || ["backend", "asksLabels"].contains(definition.key), "\(definition.key) is open")
            for property in try entries(definition.value["properties"]) where property.key != "kind" {
                let isExplained =
                    property.value["description"] != nil || property.value["$ref"] != nil
                    || definition.value["description"] != nil
                #expect(isExplained, "\(definition.key).\(property.key) has no description")
            }
        }
    }

    @Test func `the schema uses no keyword that this test does not check`() throws {
        try checkKeywords(checker.root)
    }

    @Test func `the schema leaves keys that begin with x- alone, at the top`() throws {
        func takes(_ text: String) throws -> Bool { checker.accepts(try YAMLValue(parsing: Array(text.utf8))) }
        #expect(try takes(manifest(tflite, "x-mine: [1, {a: b}]")))
        #expect(try !takes(manifest("{kind: tflite, model: m, x-mine: 1}")))
        #expect(try !takes(manifest(tflite, "y-mine: 1")))
    }

    @Test func `every key of the grammar is in a good manifest`() throws {
        var used: Set<String> = []
        for text in validCorpus {
            collectKeys(try YAMLValue(parsing: Array(text.utf8)), into: &used)
        }
        for section in Grammar.sections {
            #expect(Set(section.keys).subtracting(used) == [], "\(section.name)")
        }
    }

    /// A key that the reader knows and does not read would let this through.
    @Test(arguments: validCorpus)
    func `nonsense behind any key is refused where it stands`(text: String) throws {
        let value = try YAMLValue(parsing: Array(text.utf8))
        // What a program's parameters hold is the program's own.
        for (path, damaged) in damages(of: value) where !path.hasPrefix("backend.parameters.") {
            let found = keyPaths(damaged.json)
            #expect(
                found.contains { $0.hasPrefix(path) || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") },
                "nonsense at \(path) gives \(found)")
        }
    }

    private func keyPaths(_ text: String) -> [String] {
        do throws(ManifestError) {
            _ = try read(text)
            return []
        } catch {
            return error.diagnostics.map(\.keyPath)
        }
    }

    /// The tree with the value of one key replaced, for each key in turn.
    private func damages(of value: YAMLValue, at path: String = "") -> [(String, YAMLValue)] {
        let place = YAMLPosition(line: 1, column: 1)
        let nonsense = YAMLValue(.list([YAMLValue(.list([]), at: place)]), at: place)
        switch value.content {
        case .mapping(let entries):
            return entries.indices.flatMap { index -> [(String, YAMLValue)] in
                let entry = entries[index]
                let below = path.isEmpty ? entry.key : "\(path).\(entry.key)"
                let inner = [(below, nonsense)] + damages(of: entry.value, at: below)
                return inner.map { path, damaged in
                    var changed = entries
                    changed[index] = YAMLEntry(key: entry.key, at: entry.position, value: damaged)
                    return (path, YAMLValue(.mapping(changed), at: place))
                }
            }
        case .list(let items):
            return items.indices.flatMap { index in
                damages(of: items[index], at: "\(path)[\(index)]").map { path, damaged in
                    var changed = items
                    changed[index] = damaged
                    return (path, YAMLValue(.list(changed), at: place))
                }
            }
        default: return []
        }
    }

    private func checkKeywords(_ schema: YAMLValue) throws {
        guard case .mapping(let keywords) = schema.content else { return }
        for keyword in keywords {
            #expect(SchemaChecker.keywords.union(SchemaChecker.silent).contains(keyword.key), "\(keyword.key)")
            switch keyword.key {
            case "properties", "patternProperties", "definitions", "dependencies":
                for entry in try entries(keyword.value) { try checkKeywords(entry.value) }
            case "enum", "const", "default", "examples": break
            default:
                if case .list(let items) = keyword.value.content { for item in items { try checkKeywords(item) } }
                try checkKeywords(keyword.value)
            }
        }
    }

    private func collectKeys(_ value: YAMLValue, into keys: inout Set<String>) {
        switch value.content {
        case .mapping(let entries):
            for entry in entries {
                keys.insert(entry.key)
                collectKeys(entry.value, into: &keys)
            }
        case .list(let items): for item in items { collectKeys(item, into: &keys) }
        default: break
        }
    }

    private func entries(_ value: YAMLValue?) throws -> [YAMLEntry] {
        guard case .mapping(let entries)? = value?.content else { throw NoMapping() }
        return entries
    }

    private struct NoMapping: Error {}
}
