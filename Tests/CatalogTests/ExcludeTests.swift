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

    @Test(arguments: [
        ("beach*", ["p/a/x.JPG", "p/b.jpg"]), ("*.JPG", ["p/a/beach/1.jpg", "p/b.jpg", "p/beach.jpg"]),
        ("a", ["p/b.jpg", "p/beach.jpg"]), ("a/", ["p/b.jpg", "p/beach.jpg"]),
        ("b?ach", ["p/a/x.JPG", "p/b.jpg", "p/beach.jpg"]),
        ("{x.*,b.jpg}", ["p/a/beach/1.jpg", "p/beach.jpg"]), ("*", []),
        // With a slash a pattern is relative to the manifest.
        ("a/*", ["p/a/beach/1.jpg", "p/a/x.JPG", "p/b.jpg", "p/beach.jpg"]), ("p/a/*", ["p/b.jpg", "p/beach.jpg"]),
        ("./b.jpg", ["p/a/beach/1.jpg", "p/a/x.JPG", "p/b.jpg", "p/beach.jpg"]),
    ]) func `a pattern without a slash is compared with each name, at any depth`(pattern: String, left: [String]) throws
    {
        let tree = try Tree()
        tree.make("p/a/beach/1.jpg", "p/a/x.JPG", "p/b.jpg", "p/beach.jpg")
        let lines = "p/a/beach/1.jpg\np/a/x.JPG\np/b.jpg\np/beach.jpg\n"
        for source in [ImageSource.folder(FilePath("p")), .glob("p/**"), .standardInput] {
            let found = try tree.find(source, exclude: [pattern], input: Array(lines.utf8))
            #expect(found.names(in: tree).sorted() == left, "\(source)")
        }
    }

    @Test func `a pattern without a slash is not compared with what lies above the manifest or a source`() throws {
        let tree = try Tree()
        tree.make("photos/jobs/", "photos/jobs/in/photos/a.jpg", "photos/out/b.jpg", "photos/out/photos/c.jpg")
        func find(_ source: ImageSource, input: String = "") throws -> [String] {
            let catalog = try Catalog(
                sources: [source], exclude: ["photos"], directory: tree.path("photos/jobs"),
                workingDirectory: tree.path("photos"),
                standardInput: { () throws(SystemError) in [] })
            var names: [String] = []
            catalog.visit { item in
                if case .listing(let listing) = item {
                    names += listing.files.map { String(decoding: $0.name, as: UTF8.self) }
                }
            }
            return names
        }
        #expect(try find(.folder(FilePath("in"))) == [])
        #expect(try find(.folder(FilePath("../out"))) == ["b.jpg"])
        #expect(try find(.glob("../out/**/*.jpg")) == ["b.jpg"])
        #expect(try find(.folder(FilePath("../../photos/out"))) == ["b.jpg"])
    }

    @Test func `a pattern without a slash is compared with all names of an address`() throws {
        let tree = try Tree()
        for (address, isLeft) in [("https://a.org/beach/1.jpg", false), ("https://a.org/b.jpg", true)] {
            let found = try tree.find(.url(address), exclude: ["beach*"])
            #expect(found.addresses == (isLeft ? [address] : []))
        }
    }

    @Test func `a pattern that leaves nothing out is named, where all sources were searched`() throws {
        let tree = try Tree()
        tree.make("p/a/1.jpg", "p/a/2.mp4", "p/b.jpg", "p/.x/c.jpg", "p/._d.jpg")
        let patterns = ["2024/**", "a", "**/.x/**", "p/a/1.jpg", "*.mp4", "*.MP4", "._*", "nothing"]
        let found = try tree.find(.folder(FilePath("p")), exclude: patterns)
        // The folder `a` was not read, so that no pattern for what lies in it has left anything out.
        #expect(found.idleExclusions == ["2024/**", "p/a/1.jpg", "*.mp4", "*.MP4", "nothing"])
        #expect(try tree.find(.folder(FilePath("p")), exclude: ["*.mp4", "p/a/1.jpg"]).idleExclusions.isEmpty)
        #expect(try tree.find(.folder(FilePath("p")), .folder(FilePath("gone")), exclude: ["x"]).idleExclusions == [])
        #expect(try tree.find(.folder(FilePath("p"))).idleExclusions == [])
        #expect(try tree.find(.folder(FilePath("p")), exclude: ["{a,b}/**", "{c,a}"]).idleExclusions == ["{a,b}/**"])
    }
}
