import Crypto
import Imaging
import Pictures
import Platform
import TestSupport
import Testing
import Domain

@Suite struct IdentityTests {
    @Test func `a picture is identified by its content and its upright size`() throws {
        let file = try jpeg(Picture.smooth(width: 37, height: 23), orientation: 6)
        let identity = ImageIdentity(of: file.span)
        let parts = try PictureParts(file.span, .jpeg)
        #expect(identity.key == ImageKey(.picture, Digest(of: parts.copy(of: file.span).span), turn: 6))
        #expect(identity.content == FileDigests(file.span, .jpeg).content)
        #expect(identity.bytes == file.count)
        #expect(identity.format == "jpeg")
        #expect(identity.size == Size(width: 23, height: 37))
        #expect(identity.orientation == 6)
        #expect(identity.takenAt == nil)
    }

    @Test func `a file is identified a part at a time as it is as a whole`() throws {
        let (scratch, buffer) = (try Scratch(), FileBuffer())
        let picture = try jpeg(Picture.smooth(width: 37, height: 23), orientation: 6)
        let long = picture + [UInt8](repeating: 7, count: 100_000)
        let files = [picture, long, Array(picture.dropLast(100)), [0xFF, 0xD8], Array("a letter".utf8), []]
        for (number, file) in files.enumerated() {
            let path = try scratch.write("\(number)", file)
            for window in [1, 100, 400, 65_536, 1 << 20] {
                try buffer.open(path, limit: 1 << 20, window: window)
                #expect(try ImageIdentity(of: buffer) == ImageIdentity(of: file.span), "\(number) by \(window)")
            }
        }
    }

    @Test(arguments: [[], Array("a letter".utf8)])
    func `what is no picture still has its digest`(bytes: [UInt8]) {
        let identity = ImageIdentity(of: bytes.span)
        #expect(
            identity
                == ImageIdentity(
                    ImageKey(.file, Digest(of: bytes.span)), content: Digest(of: bytes.span),
                    bytes: Int64(bytes.count)))
        #expect(identity.format == nil)
    }

    @Test func `a damaged picture keeps its format and has no size`() {
        let identity = ImageIdentity(of: [0xFF, 0xD8, 0xFF, 0xE0, 0].span)
        #expect(identity.format == "jpeg")
        #expect(identity.size == nil)
    }
}
