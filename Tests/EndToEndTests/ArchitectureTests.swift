import FoundationEssentials
import Platform
import TestSupport
import Testing

/// ARCHITECTURE.md draws the modules as Package.swift has them; it and docs/internals name what the sources have.
@Suite("The drawing of the architecture") struct ArchitectureTests {
    let page: String
    /// The page, and those about the inside of single parts.
    let pages: String
    let package: String

    init() throws {
        page = try Files.text(packageRoot.appending("ARCHITECTURE.md"))
        pages = try MarkdownPage.pagesBelow("docs/internals").map { try Files.text(packageRoot.appending($0)) }
            .reduce(page, +)
        package = try Files.text(packageRoot.appending("Package.swift"))
    }

    /// A row of the drawing: a layer, which stands in its first row only, and modules.
    private struct Row {
        let layer: Substring
        let modules: [String]
    }

    /// The drawing, from the program down to the system.
    private var rows: [Row] {
        let drawing = page.split(separator: "\n```\n", maxSplits: 2)[1]
        var layer: Substring = ""
        return drawing.split(separator: "\n").map { line in
            let own = line.prefix(nameColumn).drop { $0 == " " }
            if !own.isEmpty { layer = own.prefix { $0 != " " } }
            let names = line.prefix(proseColumn).dropFirst(nameColumn)
            return Row(layer: layer, modules: names.split(separator: " ").map(String.init))
        }
    }

    /// Each module of Package.swift with its layer and what it depends on.
    private var modules: [String: (layer: String, dependencies: [String])] {
        var modules: [String: (layer: String, dependencies: [String])] = [:]
        for match in package.matches(of: /module\(\s*"(\w+)",\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/) {
            modules["\(match.2)"] = ("\(match.1)", names(in: match.3 ?? ""))
        }
        for match in package.matches(of: /\.target\(\s*name: "(Domain|Schema)",(?: dependencies: \[([^\]]*)\])?/) {
            modules["\(match.1)"] = ("Domain", names(in: match.2 ?? ""))
        }
        for match in package.matches(of: /name: "(cairn)", dependencies: \[([^\]]*)\]/) {
            modules["\(match.1)"] = ("", names(in: match.2))
        }
        return modules
    }

    private func names(in list: Substring) -> [String] { list.matches(of: /"(\w+)"/).map { "\($0.1)" } }

    @Test func `the drawing has the modules of Package.swift, each in its layer and once`() {
        var drawn: [String: String] = [:]
        for row in rows {
            for name in row.modules {
                #expect(drawn[name] == nil, "\(name) is drawn twice")
                drawn[name] = "\(row.layer)"
            }
        }
        #expect(drawn.count > 20)
        #expect(drawn == modules.mapValues(\.layer))
    }

    @Test func `each module depends on modules in rows below its own`() {
        let rows = rows
        for (number, row) in rows.enumerated() {
            let below = Set(rows[(number + 1)...].flatMap(\.modules))
            for name in row.modules {
                let drawn = modules[name]?.dependencies.filter { modules[$0] != nil } ?? []
                #expect(Set(drawn).subtracting(below).isEmpty, "\(name)")
            }
        }
    }

    /// The names of all types and functions that the sources declare.
    private func declared() throws -> Set<Substring> {
        let sources = packageRoot.appending("Sources").description
        var names: Set<Substring> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources) where path.hasSuffix(".swift") {
            var isName = false
            for word in try Files.text(FilePath("\(sources)/\(path)")).utf8.split(whereSeparator: { $0 <= 0x20 }) {
                if isName { names.insert(Substring(word.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })) }
                isName = kinds.contains { $0.utf8.elementsEqual(word) }
            }
        }
        return names
    }

    /// What the page sets as code, outside of its drawings.
    private func quoted(in text: Substring) -> [Substring] { text.matches(of: /`([^`\n]+)`/).map(\.1) }

    @Test func `each call in the table of one image's life is in the sources`() throws {
        let declared = try declared()
        let life = try #require(page.split(separator: "## One image's life").last?.split(separator: "\n## ").first)
        let calls = life.split(separator: "\n").compactMap { $0.split(separator: "|").last }
            .flatMap { quoted(in: $0).flatMap { $0.prefix { $0 != "(" }.split(separator: ".") } }
        #expect(calls.count > 30)
        for call in Set(calls) where !views.contains("\(call)") && call.allSatisfy(\.isLetter) {
            let isDeclared = declared.contains(call)
            #expect(isDeclared, "\(call)")
        }
    }

    @Test func `each type that the pages name is in the sources`() throws {
        let declared = try declared()
        let modules = Set(modules.keys)
        let types = quoted(in: pages[...]).filter { !$0.contains("/") && !$0.contains(".swift") }
            .flatMap { $0.matches(of: /\b[A-Z][a-z]+[A-Za-z]*\b/).map(\.0) }
        #expect(types.count > 80)
        for type in Set(types) where !modules.contains("\(type)") {
            let isDeclared = declared.contains(type)
            #expect(isDeclared, "\(type)")
        }
    }
}

/// How a declaration begins.
private let kinds = ["func", "struct", "class", "protocol", "enum", "typealias"]
/// The column of the drawing at which modules begin.
private let nameColumn = 15
/// The column at which the words about them begin.
private let proseColumn = 64
/// What people ask, which is no call.
private let views: Set<String> = ["labels", "landmarks", "texts", "objects", "answers", "charges"]
