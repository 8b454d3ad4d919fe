import Catalog
import Platform
import TestSupport
import Testing
import Domain

@Suite struct ListTests {
    @Test func `lines are paths, relative to the list's folder, blanks and comments skipped`() throws {
        let tree = try Tree()
        tree.make("l/a.jpg", "l/#x.jpg", "l/ b .jpg", "c.jpg")
        tree.make(
            bytes: Array("l/list.txt".utf8),
            contents: [0xEF, 0xBB, 0xBF]
                + Array("a.jpg\r\n\r\n# no\n \t\n./#x.jpg\n b .jpg\n../c.jpg\n\(tree.root)/c.jpg".utf8))
        let found = try tree.find(.list(FilePath("l/list.txt")))
        #expect(found.names(in: tree) == ["l/ b .jpg", "l/#x.jpg", "l/a.jpg", "c.jpg"])
        #expect(found.problems.isEmpty)
        #expect(found.listings.allSatisfy { !$0.isWhole })
    }

    @Test func `records cut at NUL may hold newlines and start with a hash`() throws {
        let tree = try Tree()
        tree.make("a\nb.jpg", "#c.jpg")
        let found = try tree.find(.standardInput, input: Array("a\nb.jpg\0#c.jpg\0".utf8))
        #expect(found.names(in: tree) == ["#c.jpg", "a\\x0ab.jpg"])
    }

    @Test func `what find writes is what the list brings`() throws {
        let tree = try Tree()
        tree.make("s/a.jpg", "s/x/b.jpg", "s/x/c d.jpg")
        let listed = tree.run("find \"$PWD/s\" -type f -print0")
        let found = try tree.find(.standardInput, input: listed)
        #expect(Set(found.names(in: tree)) == ["s/a.jpg", "s/x/b.jpg", "s/x/c d.jpg"])
    }

    @Test func `everything that cannot be taken is told, and the rest is taken`() throws {
        let tree = try Tree()
        tree.make("a.jpg", "folder/")
        tree.link("gone.jpg", to: "nowhere")
        tree.pipe("pipe.jpg")
        let lines = "missing.jpg\nfolder\ngone.jpg\npipe.jpg\na.jpg/x.jpg\na.jpg\n"
        let found = try tree.find(.standardInput, input: Array(lines.utf8))
        #expect(found.names(in: tree) == ["a.jpg"])
        #expect(
            found.sentences(in: tree) == [
                "there is no file missing.jpg", "folder is a folder, not an image: use `folder:`",
                "gone.jpg is a link to a missing file: correct or remove it",
                "pipe.jpg is a pipe, socket or device, not a file",
                "cannot look at a.jpg/x.jpg: Not a directory",
            ])
    }

    @Test func `a list that is missing, a folder or empty says so`() throws {
        let tree = try Tree()
        tree.make("folder/")
        #expect(try tree.find(.list(FilePath("no.txt"))).problems.map(\.failure.kind) == [.missing])
        #expect(try tree.find(.list(FilePath("folder"))).problems.map(\.failure.code) == ["EISDIR"])
        #expect(try tree.find(.standardInput).sentences(in: tree) == ["the list standard input names no file"])
    }

    @Test func `an endless line and a late NUL are refused by number and cost no memory`() throws {
        let tree = try Tree()
        tree.make("a.jpg")
        let padding = Array(String(repeating: "# comment line\n", count: 600).utf8)
        let long = [UInt8](repeating: 0x78, count: 70_000)
        let input = padding + long + [10] + Array("a\0b\na.jpg\n".utf8)
        let found = try tree.find(.standardInput, input: input)
        #expect(found.names(in: tree) == ["a.jpg"])
        #expect(
            found.sentences(in: tree) == [
                "record 601 of standard input is longer than 65536 bytes",
                "record 602 of standard input has a NUL byte in it",
            ])
    }

    @Test func `long runs of one folder are cut into sorted pieces without doubles`() throws {
        let tree = try Tree()
        _ = tree.run("for i in {1..2100}; do : > $i.jpg; done")
        let names = (1...2100).reversed().map { "\($0).jpg\n" }.joined()
        let found = try tree.find(.standardInput, input: Array(names.utf8))
        #expect(found.listings.map(\.files.count) == [1024, 1024, 52])
        for listing in found.listings {
            let names = listing.files.map { FilePath(bytes: $0.name) }
            #expect(names == names.sorted())
        }
        #expect(
            try tree.find(.standardInput, input: Array("1.jpg\n1.jpg\n./1.jpg\n".utf8)).names(in: tree) == ["1.jpg"])
    }

    @Test func `random bytes as a list never stop the search`() throws {
        let tree = try Tree()
        for seed in UInt64(1)...200 {
            var generator = Seeded(seed)
            let common: [UInt8] = [0, 10, 13, 35, 46, 47, 0xC3, 0xFF]
            let input = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? common.randomElement(using: &generator)! : UInt8.random(in: 0...255, using: &generator)
            }
            let found = try tree.find(.standardInput, input: input)
            #expect(!found.problems.isEmpty || !found.listings.isEmpty, "seed \(seed)")
        }
    }
}
