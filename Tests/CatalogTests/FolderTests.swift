import Catalog
import Glibc
import Platform
import TestSupport
import Testing
import Domain

@Suite struct FolderTests {
    @Test func `a folder brings the images below it, depth first and by the bytes of their names`() throws {
        let tree = try Tree()
        tree.make(
            "s/b.jpg", "s/a.PNG", "s/B.jpeg", "s/z/1.webp", "s/a/2.heic", "s/a/b/3.HEIF", "s/a/n.txt", "s/jpg", "s/.jpg"
        )
        let found = try tree.find(.folder(FilePath("s")))
        #expect(
            found.names(in: tree) == ["s/B.jpeg", "s/a.PNG", "s/b.jpg", "s/a/2.heic", "s/a/b/3.HEIF", "s/z/1.webp"])
        #expect(found.problems.isEmpty)
        #expect(found.listings.allSatisfy { $0.isWhole })
    }

    @Test func `a file's length, time and number are those of the file`() throws {
        let tree = try Tree()
        tree.make(bytes: Array("a.jpg".utf8), contents: [1, 2, 3, 4, 5])
        let status = try FileStatus(of: tree.path("a.jpg"))
        let file = try #require(try tree.find(.folder(tree.root)).listings.first?.files.first)
        #expect(file.bytes == 5)
        #expect(file.modifiedNanoseconds == status.modifiedNanoseconds)
        #expect(file.inode == status.inode)
    }

    @Test func `links to files are followed and a link to nothing is a problem`() throws {
        let tree = try Tree()
        tree.make("s/a.jpg", "other/real.jpg")
        tree.link("s/linked.jpg", to: "../other/real.jpg")
        tree.link("s/dangling.jpg", to: "nowhere.jpg")
        tree.link("s/dangling.txt", to: "nowhere.txt")
        tree.link("s/self.jpg", to: "self.jpg")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/a.jpg", "s/linked.jpg"])
        #expect(Set(found.problems.map(\.failure.code)) == ["ENOENT", "ELOOP"])
        #expect(found.sentences(in: tree).contains("s/dangling.jpg is a link to a missing file: correct or remove it"))
        #expect(found.problems.count == 2)
    }

    @Test func `a loop of links is cut and told, and every real folder is read once`() throws {
        let tree = try Tree()
        tree.make("s/a/1.jpg", "s/b/2.jpg")
        tree.link("s/a/up", to: "..")
        tree.link("s/a/again", to: "../b")
        tree.link("s/a/here", to: ".")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/a/1.jpg", "s/a/again/2.jpg"])
        #expect(
            found.sentences(in: tree) == [
                "s/a/here leads back to a folder it lies in: the loop is not followed",
                "s/a/up leads back to a folder it lies in: the loop is not followed",
            ])
    }

    @Test func `a folder called like an image is simply walked`() throws {
        let tree = try Tree()
        tree.make("s/a.jpg/inner.jpg")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/a.jpg/inner.jpg"])
        #expect(found.problems.isEmpty)
    }

    @Test func `names that are not UTF-8 or hold newlines come through as they are`() throws {
        let tree = try Tree()
        let names: [[UInt8]] = [Array("s/a\nb.jpg".utf8), [0x73, 0x2F, 0xFF, 0xC3] + Array(".jpg".utf8)]
        for name in names { tree.make(bytes: name) }
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.listings.first?.files.map(\.name) == names.map { Array($0.dropFirst(2)) })
    }

    @Test func `a root that is missing, a file, or empty says so`() throws {
        let tree = try Tree()
        tree.make("a.jpg", "empty/", "text/a.txt")
        #expect(try tree.find(.folder(FilePath("gone"))).sentences(in: tree) == ["there is no folder gone"])
        let near = try tree.find(.folder(FilePath("tezt"))).sentences(in: tree)
        #expect(near == ["there is no folder tezt; did you mean text?"])
        let pattern = try tree.find(.folder(FilePath("text/*.txt"))).sentences(in: tree)
        #expect(pattern == ["there is no folder text/*.txt; write a pattern under `glob:`"])
        #expect(try tree.find(.folder(FilePath("a.jpg"))).sentences(in: tree) == ["a.jpg is not a folder: use `glob:`"])
        let nothing = "looked for jpg, jpeg, jpe, png, webp, heic, heif, gif, bmp, tif, tiff"
        #expect(try tree.find(.folder(FilePath("empty"))).sentences(in: tree) == ["no image below empty; \(nothing)"])
        #expect(try tree.find(.folder(FilePath("text"))).problems.first?.failure.kind == .missing)
    }

    @Test func `a pipe called like an image is a problem and does not hang`() throws {
        let tree = try Tree()
        tree.make("s/a.jpg")
        tree.pipe("s/p.jpg")
        tree.pipe("s/p.txt")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/a.jpg"])
        #expect(found.sentences(in: tree) == ["s/p.jpg is a pipe, socket or device, not a file"])
    }

    @Test func `a folder that cannot be read is a problem and the walk goes on`() throws {
        // Root may read everything, so the path is made longer than the system takes: ENAMETOOLONG for anybody.
        let tree = try Tree()
        let long = String(repeating: "x", count: 250)
        tree.make("s/z/last.jpg")
        _ = tree.run("cd s; for i in {1..17}; do mkdir \(long); cd \(long); done")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.names(in: tree) == ["s/z/last.jpg"])
        #expect(found.problems.map(\.failure.code) == ["ENAMETOOLONG"])
        #expect(found.problems.map(\.failure.kind) == [.unreadable])
    }

    @Test func `ten thousand files of one folder are one sorted listing`() throws {
        let tree = try Tree()
        _ = tree.run("mkdir s; cd s; for i in {1..10000}; do : > $i.jpg; done")
        let found = try tree.find(.folder(FilePath("s")))
        #expect(found.listings.count == 1)
        let names = try #require(found.listings.first).files.map { FilePath(bytes: $0.name) }
        #expect(names == (1...10_000).map { FilePath("\($0).jpg") }.sorted())
    }
}
