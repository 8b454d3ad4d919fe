import Corpora
import Manifest
import Platform
import TestSupport
import Domain
import YAML

/// Manifests: changed texts, and changed trees, held against the schema.
final class ManifestKind: Kind {
    static let name = "manifests"
    static let maxMegabytes = 256

    /// The most complaints about one manifest, with one that counts the rest.
    private static let maxComplaints = 101
    private let checker: SchemaChecker
    private let trees: [YAMLValue]

    init() throws {
        let schema = try Files.read(packageRoot.appending("Schema/job.schema.json"))
        checker = SchemaChecker(root: try YAMLValue(parsing: schema))
        trees = try validCorpus.map { try YAMLValue(parsing: Array($0.utf8)) }
    }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        var bytes: [UInt8]
        if random.once(in: 3) {
            var tree = random.pick(trees)
            for _ in 0..<random.below(3) { tree = changed(tree, &random) }
            bytes = Array(tree.json.utf8)
        } else {
            bytes = Array(random.pick(validCorpus).utf8)
            bytes.mutate(&random, limit: 5, words: Self.words)
        }
        let job: Job
        do throws(ManifestError) {
            job = try ManifestReader.read(
                bytes, file: FilePath("night/job.yaml"), workingDirectory: FilePath("/home/ann"))
        } catch {
            try holds(error, bytes)
            return false
        }
        guard !job.images.isEmpty, !job.name.isEmpty else { throw Breach(words: "a job without images", input: bytes) }
        guard let tree = try? YAMLValue(parsing: bytes), checker.accepts(tree) else {
            throw Breach(words: "the reader takes what the schema refuses", input: bytes)
        }
        return true
    }

    /// Checks a refusal: it has complaints, not too many, each short, in one line and at a place in the file.
    private func holds(_ error: ManifestError, _ bytes: [UInt8]) throws(Breach) {
        let ends: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
        let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { ends.contains($0) } + 1
        guard (1...Self.maxComplaints).contains(error.diagnostics.count) else {
            throw Breach(words: "\(error.diagnostics.count) complaints", input: bytes)
        }
        for diagnostic in error.diagnostics {
            guard (1...lines).contains(diagnostic.line), (1...(bytes.count + 1)).contains(diagnostic.column) else {
                throw Breach(words: "a complaint outside of the file: \(diagnostic)", input: bytes)
            }
            let words = diagnostic.description
            guard words.utf8.count < 2000, words.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else {
                throw Breach(words: "a complaint that is not fit to be shown: \(words)", input: bytes)
            }
        }
    }

    /// A tree with something left out, put in, exchanged or nonsense somewhere.
    private func changed(_ tree: YAMLValue, _ random: inout Seeded) -> YAMLValue {
        let place = YAMLPosition(line: 1, column: 1)
        switch tree.content {
        case .mapping(var entries) where !entries.isEmpty:
            let at = random.below(entries.count)
            let old = entries[at]
            switch random.below(8) {
            case 0: entries.remove(at: at)
            case 1:
                let key = random.pick(["extra", "kind", "job", "units", "featurs", ""])
                guard !entries.contains(where: { $0.key == key }) else { return tree }
                entries.insert(YAMLEntry(key: key, at: place, value: part(&random)), at: at)
            case 2: entries[at] = YAMLEntry(key: old.key, at: place, value: part(&random))
            case 3: entries.swapAt(at, random.below(entries.count))
            default: entries[at] = YAMLEntry(key: old.key, at: place, value: changed(old.value, &random))
            }
            return YAMLValue(.mapping(entries), at: place)
        case .list(var items) where !items.isEmpty:
            let at = random.below(items.count)
            switch random.below(6) {
            case 0: items.remove(at: at)
            case 1: items.insert(items[at], at: at)
            case 2: items[at] = part(&random)
            default: items[at] = changed(items[at], &random)
            }
            return YAMLValue(.list(items), at: place)
        default: return random.once(in: 2) ? part(&random) : tree
        }
    }

    /// Some value of some good manifest, or nonsense.
    private func part(_ random: inout Seeded) -> YAMLValue {
        let place = YAMLPosition(line: 1, column: 1)
        if random.once(in: 3) {
            let numbers = ["0", "-1", "1", "1e999", "9223372036854775807", "0.5", "1000001", "-0.0"]
            let texts = ["", " ", "x", "a/b", "env:", "env:K", "file:/x", "https://e.org", "30s", "\u{0}", "é", "["]
            return random.pick([
                YAMLValue(.null, at: place), YAMLValue(.bool(true), at: place, source: "true"),
                YAMLValue(.float(0), at: place, source: random.pick(numbers)),
                YAMLValue(.string(random.pick(texts)), at: place), YAMLValue(.list([]), at: place),
                YAMLValue(.mapping([]), at: place),
            ])
        }
        var value = random.pick(trees)
        for _ in 0..<(1 + random.below(4)) {
            switch value.content {
            case .mapping(let entries) where !entries.isEmpty: value = random.pick(entries).value
            case .list(let items) where !items.isEmpty: value = random.pick(items)
            default: return value
            }
        }
        return value
    }

    private static let words = [
        "kind", "vision", "~", "null", "-1", "1e999", "[]", "{}", "env:", "\"", ": ", "\n", "- ", "\t", "é", "[", "*a",
        "&a ", "\u{FEFF}", "? ", "!!str ", "|\n", "\u{2028}", "9223372036854775808", "0x1F", "\u{1B}[31m", "\u{0}",
    ]
}
