import Corpora
import Domain
import Manifest
import Platform
import TestSupport
import Testing
import YAML

/// docs/manifest.md is made from the JSON Schema, and what both say of defaults and examples is true.
@Suite("The page of the manifest's keys") struct ManifestPageTests {
    let root: YAMLValue

    init() throws {
        root = try YAMLValue(parsing: try Files.read(packageRoot.appending("Schema/job.schema.json")))
    }

    @Test func `the page has every key of the schema; make goldens writes it again`() throws {
        let text = ManifestPage(root: root).text
        let page = try PagePart("keys", of: "docs/manifest.md").text(madeAs: text)
        #expect(page == text)
    }

    @Test func `the page has every section of the grammar`() {
        let sections = Set(Grammar.sections.map(\.name))
        #expect(Set(ManifestPage.sections.map(\.name)) == sections)
    }

    @Test func `every example and every default is a value of its key`() throws {
        var count = 0
        let checker = SchemaChecker(root: root)
        for definition in root["definitions"]?.entries ?? [] {
            for property in definition.value["properties"]?.entries ?? [] {
                let key = property.value
                for value in (key["examples"]?.items ?? []) + [key["default"]].compactMap(\.self) {
                    count += 1
                    let name = "\(definition.key).\(property.key): \(value.flow)"
                    #expect(checker.accepts(value, as: key), "\(name)")
                    let written = try YAMLValue(parsing: Array("key: \(value.flow)".utf8))
                    #expect(written["key"].map { $0.json == value.json } == true, "\(name)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test func `a key that is written with its default changes nothing`() throws {
        var proven: Set<String> = []
        for text in validCorpus + [manifest(vision, features: "[{type: LOGO_DETECTION}]")] {
            let value = try YAMLValue(parsing: Array(text.utf8))
            guard let plain = try? read(value.json) else { continue }
            for (name, written) in withDefaults(value) {
                // Beside some other keys it may not stand.
                guard let job = try? read(written.json) else { continue }
                #expect(job.withText(of: plain) == plain, "\(name) in \(written.json)")
                proven.insert(name)
            }
        }
        #expect(proven == Set(defaults).subtracting(decidedLater))
    }

    /// The keys with a default, each behind its section.
    private var defaults: [String] {
        (root["definitions"]?.entries ?? []).flatMap { definition in
            (definition.value["properties"]?.entries ?? []).filter { $0.value["default"] != nil }
                .map { "\(definition.key).\($0.key)" }
        }
    }

    /// A manifest with one default more, for each key that could have one: its name and the manifest.
    private func withDefaults(_ manifest: YAMLValue) -> [(String, YAMLValue)] {
        guard let job = root["definitions"]?["job"] else { return [] }
        return variants(of: manifest, as: job, named: "job")
    }

    private func variants(of value: YAMLValue, as schema: YAMLValue, named name: String) -> [(String, YAMLValue)] {
        if let reference = schema["$ref"]?.source.split(separator: "/").last.map({ String($0) }) {
            guard let target = root["definitions"]?[reference] else { return [] }
            return variants(of: value, as: target, named: reference)
        }
        if name == "backend", let kind = value["kind"]?.source, let target = root["definitions"]?[kind] {
            return variants(of: value, as: target, named: kind)
        }
        switch value.content {
        case .list(let items):
            guard let schema = schema["items"] else { return [] }
            return items.indices.flatMap { index in
                variants(of: items[index], as: schema, named: name).map { found, changed in
                    var items = items
                    items[index] = changed
                    return (found, YAMLValue(.list(items), at: value.position))
                }
            }
        case .mapping(let entries):
            if schema["properties"] == nil {
                // The form of a feature, an input or App Check that has keys of its own.
                let each = schema["else"] ?? schema["allOf"]?.items.first ?? schema["anyOf"]?.items.last
                return each.map { variants(of: value, as: $0, named: name) } ?? []
            }
            return (schema["properties"]?.entries ?? []).flatMap { property -> [(String, YAMLValue)] in
                guard let index = entries.firstIndex(where: { $0.key == property.key }) else {
                    guard !decidedLater.contains("\(name).\(property.key)"), let standard = property.value["default"]
                    else { return [] }
                    let entry = YAMLEntry(key: property.key, at: value.position, value: standard)
                    return [("\(name).\(property.key)", YAMLValue(.mapping(entries + [entry]), at: value.position))]
                }
                return variants(of: entries[index].value, as: property.value, named: property.key).map {
                    found, changed in
                    var entries = entries
                    entries[index] = YAMLEntry(key: property.key, at: value.position, value: changed)
                    return (found, YAMLValue(.mapping(entries), at: value.position))
                }
            }
        default: return []
        }
    }

    /// Keys of which the job only says that nothing was written: the part that uses them has the default.
    private let decidedLater: Set<String> = [
        "tflite.maxResults", "automl.threshold", "automl.maxResults", "input.fit", "input.decode", "prepare.quality",
        "prepare.metadata",
    ]
}

extension Job {
    /// The job with the text of another manifest.
    fileprivate func withText(of other: Job) -> Job {
        var job = self
        job.source = other.source
        job.digest = other.digest
        return job
    }
}
