import Catalog
import Platform
import TestSupport
import Testing
import Domain

/// Objects in Cloud Storage, which are handed on by their names.
@Suite struct ObjectTests {
    @Test func `an object is found as it is written, beside files`() throws {
        let tree = try Tree()
        tree.make("a.jpg")
        let found = try tree.find(.gs("gs://bucket/ä b//c.jpg"), .glob("*.jpg"))
        #expect(found.objects == ["gs://bucket/ä b//c.jpg"])
        #expect(found.names(in: tree) == ["a.jpg"])
    }

    @Test func `lines of a list name objects where they are taken`() throws {
        let tree = try Tree()
        tree.make("a.jpg")
        let lines = Array("gs://bucket/a.jpg\na.jpg\ngs://bucket/x/.thumbs/b.jpg\ngs://bucket/a.jpg\r\n".utf8)
        let found = try tree.find(.standardInput, exclude: ["**/.thumbs/**"], input: lines, takesObjects: true)
        #expect(found.objects == ["gs://bucket/a.jpg", "gs://bucket/a.jpg"])
        #expect(found.names(in: tree) == ["a.jpg"] && found.problems.isEmpty)
    }

    @Test func `what names no object, or is not taken here, is told`() throws {
        let tree = try Tree()
        let lines = ["gs://bucket", "gs://bucket/", "gs:///a.jpg"]
        let input = Array(lines.joined(separator: "\n").utf8) + Array("\ngs://b/".utf8) + [0xFF]
        let found = try tree.find(.standardInput, input: input, takesObjects: true)
        #expect(found.objects.isEmpty)
        #expect(
            found.sentences(in: tree)
                == (lines + ["gs://b/\\xff"]).map { "\($0) names no object; expected such as gs://bucket/a.jpg" })
        let refused = try tree.find(.standardInput, input: Array("gs://bucket/a.jpg\n".utf8))
        #expect(refused.objects.isEmpty && refused.problems.map(\.failure.kind) == [.missing])
        #expect(
            refused.sentences(in: tree)
                == ["gs://bucket/a.jpg lies in Cloud Storage, where only the vision backend finds it"])
    }
}
