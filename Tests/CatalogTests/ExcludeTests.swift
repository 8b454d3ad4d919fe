import Catalog
import Platform
import TestSupport
import Testing
import Domain

@Suite struct ExcludeTests {
    @Test func `excluded folders are left out of every kind of source`() throws {
        let tree = try Tree()
        tree.make("p/a.jpg", "p/.thumbs/t.jpg", "p/x/.thumbs/u.jpg", "p/x/b.jpg")
        for source in [ImageSource.folder(FilePath("p")), .glob("p/**/*.jpg"), .standardInput] {
            let lines = "p/a.jpg\np/.thumbs/t.jpg\np/x/.thumbs/u.jpg\np/x/b.jpg\n"
            let found = try tree.find(source, exclude: ["**/.thumbs/**"], input: Array(lines.utf8))
            #expect(found.names(in: tree) == ["p/a.jpg", "p/x/b.jpg"])
        }
    }

    @Test func `an excluded folder is not even read`() throws {
        let tree = try Tree()
        tree.make("p/a.jpg", "p/x/")
        // Reading this one would be a problem for anybody, root included: its path is too long.
        let long = String(repeating: "x", count: 250)
        _ = tree.run("cd p/x; for i in {1..17}; do mkdir \(long); cd \(long); done")
        tree.link("p/x/loop", to: "..")
        #expect(try tree.find(.folder(FilePath("p"))).problems.count == 2)
        for pattern in ["**/x/**", "p/x", "p/x/**", "**/[x]"] {
            let found = try tree.find(.folder(FilePath("p")), exclude: [pattern])
            #expect(found.names(in: tree) == ["p/a.jpg"])
            #expect(found.problems.isEmpty, "exclude \(pattern)")
        }
    }

    @Test func `patterns for names leave folders of other names alone`() throws {
        let tree = try Tree()
        tree.make("p/a.jpg", "p/a.tmp.jpg", "p/deep/b.tmp.jpg", "p/deep/c.jpg")
        #expect(
            try tree.find(.folder(FilePath("p")), exclude: ["**/*.tmp.jpg"]).names(in: tree) == [
                "p/a.jpg", "p/deep/c.jpg",
            ])
        #expect(
            try tree.find(.folder(FilePath("p")), exclude: ["p/*.tmp.jpg"]).names(in: tree)
                == ["p/a.jpg", "p/deep/b.tmp.jpg", "p/deep/c.jpg"])
    }
}
