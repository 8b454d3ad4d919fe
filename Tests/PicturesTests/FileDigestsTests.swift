import Corpora
import Crypto
import Pictures
import TestSupport
import Testing

@Suite("The digests of a file") struct FileDigestsTests {
    private func digests(_ file: [UInt8]) -> FileDigests { FileDigests(file.span, PictureFormat(of: file.span)) }

    @Test(arguments: Fixture.decodable.map(\.name).filter { !$0.hasSuffix("heic") } + ["other.gif"])
    func `are those of its copy, which anybody can write and digest`(name: String) throws {
        let file = try Fixture.bytes(name)
        let found = PictureFormat(of: file.span)
        let format = try #require(found)
        let parts = try PictureParts(file.span, format)
        let copy = parts.copy(of: file.span)
        #expect(digests(file).picture == Digest(of: copy.span))
        #expect(digests(copy).picture == Digest(of: copy.span))
    }

    @Test func `tell metadata by the content alone, and the picture by both`() throws {
        for name in ["baseline.jpg", "rgb.png", "lossy.webp", "other.gif"] {
            let file = try Fixture.bytes(name)
            let (own, tailed) = (digests(file), digests(file + [1]))
            #expect(own.picture != nil && own.picture == tailed.picture && own.content != tailed.content, "\(name)")
        }
        let picture = try Fixture.bytes("baseline.jpg")
        let marked = Fixtures.marked(picture, [7])
        #expect(digests(marked).picture != digests(picture).picture)
        #expect(digests(marked).content != digests(picture).content)
        #expect(try Fixture.decode(marked) == Fixture.decode(picture))
    }

    /// By the definition, from its own words: each range that is left out, its place and its length; the picture's
    /// digest and the file's length.
    @Test func `of a content are of what the copy leaves out, and of the picture`() throws {
        let file = try Fixture.bytes("rgb.png")
        let parts = try PictureParts(file.span, .png)
        let bare = parts.copy(of: file.span)
        let (note, tail) = (Talkative.chunk("tEXt", Array("a\0b".utf8)), Array("tail".utf8))
        let whole = bare[..<33] + note + bare[33...] + tail
        func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
        let text =
            note + number(33) + number(note.count) + tail + number(bare.count + note.count) + number(4)
            + Digest(of: bare.span).bytes + number(whole.count)
        #expect(digests(Array(whole)) == FileDigests(picture: Digest(of: bare.span), content: Digest(of: text.span)))
    }

    @Test func `of a file that cannot be walked, or is read as a file, are of all its bytes`() throws {
        let file = try Fixture.bytes("baseline.jpg")
        for bytes in [Array(file.dropLast(2)), file + [0xFF, 0xD8], Array("a letter".utf8), []] where bytes != file {
            let found = digests(bytes)
            if found.picture == nil { #expect(found.content == Digest(of: bytes.span)) }
        }
        #expect(digests(Array(file.dropLast(2))).picture == nil, "without its end")
        #expect(digests(Array("a letter".utf8)).picture == nil)
        #expect(digests(try Fixture.bytes("other.bmp")).picture == nil, "its metadata is not told apart")
        #expect(FileDigests(wholeFile: file.span) == FileDigests(picture: nil, content: Digest(of: file.span)))
    }
}
