import Crypto
import Imaging
import Pictures
import Testing
import Domain

@Suite struct IdentityTests {
    @Test func `a picture is identified by its content and its upright size`() throws {
        let file = try jpeg(Picture.smooth(width: 37, height: 23), orientation: 6)
        let identity = identify(file.span)
        #expect(identity.sha256 == Digest(of: file.span))
        #expect(identity.bytes == file.count)
        #expect(identity.format == "jpeg")
        #expect(identity.size == Size(width: 23, height: 37))
        #expect(identity.orientation == 6)
        #expect(identity.takenAt == nil)
    }

    @Test(arguments: [[], Array("a letter".utf8)])
    func `what is no picture still has its digest`(bytes: [UInt8]) {
        let identity = identify(bytes.span)
        #expect(
            identity == ImageIdentity(sha256: Digest(of: bytes.span), bytes: Int64(bytes.count)))
        #expect(identity.format == nil)
    }

    @Test func `a damaged picture keeps its format and has no size`() {
        let identity = identify([0xFF, 0xD8, 0xFF, 0xE0, 0].span)
        #expect(identity.format == "jpeg")
        #expect(identity.size == nil)
    }
}
