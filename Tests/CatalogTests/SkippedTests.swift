import Catalog
import Platform
import TestSupport
import Testing
import Domain

@Suite("Files that a search passes") struct SkippedTests {
    @Test func `are counted by their endings below a folder, hidden ones and links to nothing left out`() throws {
        let tree = try Tree()
        tree.make(
            "s/a.jpg", "s/1.PSD", "s/2.psd", "s/x/3.Psd", "s/x/n.txt", "s/README", "s/.DS_Store", "s/.a.txt", "s/b.",
            "s/archive.tar.gz", "s/long.somethinglong", "s/sign.a$b", "s/film.mp4/inner.mp4")
        tree.link("s/linked.txt", to: "x/n.txt")
        tree.link("s/dangling.txt", to: "nowhere.txt")
        tree.pipe("s/pipe.txt")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/a.jpg"])
        #expect(
            found.skipped
                == SkippedFiles(
                    kinds: [.init("psd", 3), .init("", 2), .init("txt", 2), .init("gz", 1), .init("mp4", 1)],
                    unnamed: 2))
        #expect(
            found.skipped.text
                == "11 files of other kinds: 3 psd, 2 without an ending, 2 txt, 1 gz, 1 mp4 and more kinds")
        #expect(try tree.find(.folder(FilePath("s")), exclude: ["*.psd", "x"]).skipped.otherFiles == 8)
    }

    @Test func `are counted once where links lead to a folder, and not by a pattern or a list`() throws {
        let tree = try Tree()
        tree.make("s/a/1.jpg", "s/a/2.txt")
        tree.link("s/again", to: "a")
        #expect(try tree.find(.folder(FilePath("s"))).skipped.text == "1 file of another kind: 1 txt")
        #expect(try tree.find(.glob("s/**/*.jpg")).skipped.isEmpty)
        #expect(try tree.find(.standardInput, input: Array("s/a/1.jpg\n".utf8)).skipped.isEmpty)
    }

    @Test func `take no more memory for endings without end`() throws {
        let tree = try Tree()
        _ = tree.run("mkdir s; cd s; for i in {1..300}; do : > f.e$i; done; touch a.jpg b.txt")
        let skipped = try tree.find(.folder(FilePath("s"))).skipped
        #expect(skipped.kinds.count == SkippedFiles.maxKinds)
        #expect(skipped.otherFiles == 301)
        #expect(skipped.unnamed == 301 - SkippedFiles.maxKinds)
        var sum = skipped
        sum.add(SkippedFiles(kinds: [.init("other", 2)]))
        #expect(sum.kinds.count == SkippedFiles.maxKinds && sum.otherFiles == 303)
    }

    @Test func `are not those of a kind that only stand in an empty folder's place`() throws {
        let tree = try Tree()
        tree.make("NAS/a.CR2", "mac/._a.jpg")
        func words(_ folder: String) throws -> String? {
            try tree.find(.folder(FilePath(folder))).problems.first?.emptySource?
                .replacing(tree.root.description + "/", with: "")
        }
        #expect(try words("NAS") == "NAS: 1 file, none that Cairn reads (1 cr2)")
        #expect(try words("mac") == "mac: 1 file, none that Cairn reads (1 ._ file of a Mac)")
    }

    @Test func `of a Mac are left out where no pattern begins as their names do, and counted`() throws {
        let tree = try Tree()
        tree.make("s/a.jpg", "s/._a.jpg", "s/x/._b.png", "s/._c.txt", "s/._d/e.jpg", "s/_.f.jpg")
        for source in [ImageSource.folder(FilePath("s")), .glob("s/**/*.{jpg,png}")] {
            let found = try tree.find(source)
            #expect(found.names(in: tree).sorted() == ["s/._d/e.jpg", "s/_.f.jpg", "s/a.jpg"])
            #expect(found.skipped.appleDouble == 2 && found.skipped.otherFiles == 0)
            #expect(found.skipped.text == "2 ._ files of a Mac")
        }
        #expect(try tree.find(.glob("s/._*.jpg")).names(in: tree) == ["s/._a.jpg"])
        #expect(try tree.find(.glob("s/._a.jpg")).names(in: tree) == ["s/._a.jpg"])
        #expect(try tree.find(.standardInput, input: Array("s/._a.jpg\n".utf8)).names(in: tree) == ["s/._a.jpg"])
        #expect(try tree.find(.folder(FilePath("s")), exclude: ["._*"]).skipped.isEmpty)
    }
}
