import Catalog
import Platform
import TestSupport
import Testing
import Domain

@Suite struct StoppingTests {
    private struct Enough: Error {}

    @Test func `the visitor's own error ends the search at once`() throws {
        let tree = try Tree()
        tree.make("a/1.jpg", "b/2.jpg")
        let catalog = try Catalog(
            sources: [.folder(tree.root)], exclude: [], directory: tree.root, workingDirectory: tree.root,
            standardInput: { () throws(SystemError) in [] })
        var visits = 0
        #expect(throws: Enough.self) {
            try catalog.visit { _ throws(Enough) in
                visits += 1
                throw Enough()
            }
        }
        #expect(visits == 1)
    }

    @Test func `two sources that name one file both report it`() throws {
        let tree = try Tree()
        tree.make("a/1.jpg")
        let found = try tree.find(.folder(FilePath("a")), .glob("a/*.jpg"))
        #expect(found.names(in: tree) == ["a/1.jpg", "a/1.jpg"])
    }
}
