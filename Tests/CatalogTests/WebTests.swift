import Catalog
import Platform
import TestSupport
import Testing
import Domain

/// Files on the web, which are found by their addresses.
@Suite struct WebTests {
    @Test func `lines of a list name addresses beside files, in their order`() throws {
        let tree = try Tree()
        tree.make("a.jpg")
        let lines = "https://example.org/a.jpg\r\na.jpg\nhttp://example.org:8080/x/b.jpg?size=l/2\nhttps:/a.jpg\n"
        let found = try tree.find(.standardInput, input: Array(lines.utf8))
        #expect(found.addresses == ["https://example.org/a.jpg", "http://example.org:8080/x/b.jpg?size=l/2"])
        #expect(found.names(in: tree) == ["a.jpg"])
        #expect(found.sentences(in: tree) == ["there is no file https:/a.jpg"])
    }

    @Test(arguments: [
        ("HTTPS://example.org/A.jpg", "https://example.org/A.jpg"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org?a=b", "https://example.org/?a=b"),
        ("https://example.org/a.jpg#part \t", "https://example.org/a.jpg"),
        ("https://example.org/a b.jpg \t", "https://example.org/a b.jpg"),
        ("https://me:s3cret@example.org/a@b.jpg", "https://example.org/a@b.jpg"),
        ("https://me@you@example.org/", "https://example.org/"),
    ])
    func `one address is kept in one way, and no password with it`(written: String, kept: String) throws {
        let tree = try Tree()
        #expect(try tree.find(.standardInput, input: Array(written.utf8)).addresses == [kept])
        #expect(try tree.find(.url(written)).addresses == [kept])
    }

    @Test func `addresses are left out by patterns that hold anywhere`() throws {
        let tree = try Tree()
        let lines = "https://example.org/.thumbs/a.jpg\nhttps://example.org/a.gif\nhttps://example.org/a.jpg\n"
        let found = try tree.find(
            .standardInput, .url("https://example.org/b.gif"), exclude: ["**/.thumbs/**", "**/*.gif"],
            input: Array(lines.utf8))
        #expect(found.addresses == ["https://example.org/a.jpg"])
        #expect(found.problems.isEmpty)
    }
}
