import Catalog
import Platform
import TestSupport
import Testing
import Domain

@Suite struct GlobTests {
    private func photos() throws -> Tree {
        let tree = try Tree()
        tree.make(
            "p/a.jpg", "p/b.png", "p/.c.jpg", "p/2023/d.jpg", "p/2023/x/e.jpg", "p/2024/f.jpg", "q/é.jpg", "q/ab.jpg")
        return tree
    }

    @Test(arguments: [
        ("p/*.jpg", ["p/.c.jpg", "p/a.jpg"]),
        ("p/**/*.jpg", ["p/.c.jpg", "p/a.jpg", "p/2023/d.jpg", "p/2023/x/e.jpg", "p/2024/f.jpg"]),
        ("p/**", ["p/.c.jpg", "p/a.jpg", "p/b.png", "p/2023/d.jpg", "p/2023/x/e.jpg", "p/2024/f.jpg"]),
        ("**/x/*", ["p/2023/x/e.jpg"]),
        ("p/*/*.jpg", ["p/2023/d.jpg", "p/2024/f.jpg"]),
        ("p/{2023/x,2024}/*.jpg", ["p/2023/x/e.jpg", "p/2024/f.jpg"]),
        ("p/[a-b].???", ["p/a.jpg", "p/b.png"]),
        ("p/[!b].*", ["p/a.jpg"]),
        ("q/?.jpg", ["q/é.jpg"]),
        ("q/[à-ü].jpg", ["q/é.jpg"]),
        ("./q/../p/a.jpg", ["p/a.jpg"]),
        ("p//a.jpg", ["p/a.jpg"]),
        ("{p/a.jpg,p/gone.jpg}", ["p/a.jpg"]),
    ])
    func `a pattern finds what it says`(pattern: String, names: [String]) throws {
        let tree = try photos()
        let found = try tree.find(.glob(pattern))
        #expect(found.names(in: tree) == names)
        #expect(found.problems.isEmpty)
        let absolute = try tree.find(.glob("\(tree.root)/\(pattern)"))
        #expect(absolute.names(in: tree) == names)
    }

    @Test func `a backslash takes the meaning from a wildcard`() throws {
        let tree = try Tree()
        tree.make("*.jpg", "a.jpg", "{a,b}.jpg", "[a].jpg")
        #expect(try tree.find(.glob("\\*.jpg")).names(in: tree) == ["*.jpg"])
        #expect(try tree.find(.glob("\\{a,b\\}.jpg")).names(in: tree) == ["{a,b}.jpg"])
        #expect(try tree.find(.glob("\\[a].jpg")).names(in: tree) == ["[a].jpg"])
    }

    @Test func `a pattern without a match is a problem that names the missing folder`() throws {
        let tree = try photos()
        let none = try tree.find(.glob("p/*.gif"))
        #expect(none.sentences(in: tree) == ["no file matches p/*.gif"])
        #expect(none.problems.first?.failure.kind == .missing)
        #expect(
            try tree.find(.glob("gone/deep/*.jpg")).sentences(in: tree)
                == ["no file matches gone/deep/*.jpg: there is no folder gone"])
    }

    @Test func `a folder that a pattern means as a file is a problem with its remedy`() throws {
        let tree = try Tree()
        tree.make("p/a.jpg/inner.txt", "p/sub/b.jpg")
        #expect(
            try tree.find(.glob("p/*.jpg")).sentences(in: tree)
                == ["p/a.jpg is a folder, not an image: use `folder:`"])
        #expect(try tree.find(.glob("p/sub")).sentences(in: tree) == ["p/sub is a folder, not an image: use `folder:`"])
        #expect(try tree.find(.glob("p/**")).problems.isEmpty)
    }

    @Test func `a link matched in vain and a pipe are problems`() throws {
        let tree = try Tree()
        tree.make("p/a.jpg")
        tree.link("p/gone.jpg", to: "nowhere")
        tree.pipe("p/pipe.jpg")
        for pattern in ["p/*.jpg", "p/{a,gone,pipe}.jpg"] {
            let found = try tree.find(.glob(pattern))
            #expect(found.names(in: tree) == ["p/a.jpg"])
            #expect(
                Set(found.sentences(in: tree)) == [
                    "p/gone.jpg is a link to a missing file: correct or remove it",
                    "p/pipe.jpg is a pipe, socket or device, not a file",
                ])
        }
    }

    @Test func `a folder met twice still brings what the second pattern place wants`() throws {
        let tree = try Tree()
        tree.make("real/1.jpg", "real/deep/2.jpg")
        tree.link("alias", to: "real")
        #expect(try tree.find(.glob("**/real/*.jpg")).names(in: tree) == ["real/1.jpg"])
        let found = try tree.find(.glob("{alias/*.jpg,real/**/*.jpg}"))
        #expect(found.names(in: tree) == ["alias/1.jpg", "real/deep/2.jpg"])
    }

    @Test func `patterns that cannot be used are refused before anything is read`() throws {
        let tree = try Tree()
        let many = String(repeating: "{a,b}", count: 11)
        #expect(throws: CatalogError.tooManyAlternatives(pattern: many, limit: 1024)) { try tree.find(.glob(many)) }
        #expect(throws: CatalogError.parentAfterWildcard(pattern: "*/../a")) { try tree.find(.glob("*/../a")) }
        #expect(throws: CatalogError.containsNUL(pattern: "a\0")) { try tree.find(.glob("a\0")) }
    }

    @Test func `a hostile pattern ends in time`() throws {
        let tree = try Tree()
        tree.make(String(repeating: "a", count: 200))
        let pattern = String(repeating: "a*", count: 100) + "b"
        #expect(try tree.find(.glob(pattern)).names(in: tree) == [])
    }

    @Test func `random patterns find what bash finds`() throws {
        let tree = try Tree()
        var generator = Seeded(20_240_917)
        let alphabet = Array("abé1.-")
        for _ in 0..<150 {
            let depth = Int.random(in: 0...3, using: &generator)
            let parts = (0...depth).map { _ in
                String(
                    (0..<Int.random(in: 1...3, using: &generator)).map { _ in alphabet.randomElement(using: &generator)!
                    })
            }
            if parts.contains(".") || parts.contains("..") { continue }
            tree.make(parts.joined(separator: "/"))
        }
        let pieces = [
            "*", "?", "a", "b", "é", "1", ".", "[ab]", "[!a]", "[a-é]", "{a,b1}", "{a*,?,}", "**", "/", "/", "/**/",
            "\\a",
        ]
        var patterns: [String] = []
        while patterns.count < 300 {
            let count = Int.random(in: 1...6, using: &generator)
            let pattern = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
            if pattern.first == "/" || pattern.last == "/" || pattern.split(separator: "/").contains("..") { continue }
            // A name `.` is left out of ours, while bash takes `a/.` for a folder.
            if pattern.contains(".{") || pattern.split(separator: "/").contains(".") { continue }
            // bash itself takes time and memory without end for some patterns with `**` twice.
            if pattern.split(separator: "**", omittingEmptySubsequences: false).count > 2 { continue }
            patterns.append(pattern)
        }
        var script = "shopt -s globstar dotglob nullglob extglob; LC_ALL=C.UTF-8\n"
        script +=
            "show() { for f in \"$@\"; do [ -f \"$f\" ] && case $f in *script*) ;; *) printf '%s\\n' \"$f\" ;; esac; "
            + "done; printf -- '--\\n'; }\n"
        for pattern in patterns { script += "show \(pattern)\n" }
        let lines = String(decoding: tree.run(script), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let answers = lines.split(separator: "--", omittingEmptySubsequences: false)
        try #require(answers.count == patterns.count + 1)
        var matched = 0
        for (pattern, answer) in zip(patterns, answers) {
            let expected = Set(answer.map { FilePath(String($0)).normalized.description })
            let names = try tree.find(.glob(pattern)).names(in: tree)
            #expect(Set(names) == expected, "pattern \(pattern), seed 20240917")
            #expect(names.count == expected.count, "pattern \(pattern), seed 20240917")
            matched += names.isEmpty ? 0 : 1
        }
        #expect(matched > 100)
    }
}
