import Imaging
import Pictures
import Testing
import Domain

@Suite struct FailureTests {
    private static let request = SampleRequest(size: Size(width: 8, height: 8), channels: 3, fit: .stretch)

    /// The failure of bytes that give no picture.
    private func failure(_ bytes: [UInt8]) -> Failure? {
        do throws(Failure) {
            _ = try ImagePreparer().prepare(bytes.span, for: Self.request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `no bytes are an empty file`() {
        #expect(failure([])?.kind == .empty)
    }

    @Test func `text is named as text`() {
        let failure = failure(Array("Dear Sir, please find".utf8))
        #expect(failure?.kind == .notAnImage)
        #expect(failure?.stage == .decode)
        #expect(failure?.message == "the file holds text, not a picture")
    }

    @Test func `a saved error page is named as a web page`() {
        #expect(failure(Array("<!DOCTYPE html><title>404".utf8))?.message == "the file holds a web page, not a picture")
    }

    @Test func `unknown bytes are shown`() {
        let message = failure([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0])?.message
        #expect(
            message == "the file holds bytes of an unknown kind (they begin with 7f 45 4c 46), not a picture")
    }

    @Test(
        arguments: [
            Array("\0\0\0\u{20}ftypisom\0\0\u{2}\0".utf8), Array("\0\0\0\u{14}ftypqt  ".utf8),
            [0x1A, 0x45, 0xDF, 0xA3, 1, 0, 0, 0], Array("RIFF1234AVI LIST".utf8), [0, 0, 1, 0xBA, 0x44, 0, 4, 0],
        ] as [[UInt8]])
    func `a video is told by its first bytes`(bytes: [UInt8]) {
        let failure = failure(bytes)
        #expect(failure?.kind == .notAnImage && failure?.code == Failure.video)
        #expect(failure?.message == "the file holds a video, not a picture")
    }

    @Test(arguments: ["\0\0\0\u{20}ftypM4A \0\0\0\0", "RIFF1234WAVEfmt "])
    func `sound is no video`(text: String) {
        #expect(failure(Array(text.utf8))?.code == nil)
    }

    @Test func `a PDF is named with the next step`() {
        let failure = failure(Array("%PDF-1.7".utf8))
        #expect(failure?.kind == .unsupported)
        #expect(failure?.message == "a PDF, which Cairn does not decode: convert it to PNG or JPEG")
    }

    @Test func `a picture cut short says after how many bytes`() throws {
        let whole = try jpeg(Picture.smooth(width: 200, height: 150), orientation: 1)
        let failure = failure(Array(whole.prefix(2_345)))
        #expect(failure?.kind == .damaged)
        #expect(failure?.message == "a JPEG cut short after 2,345 bytes: copy it again from its source")
        #expect(failure?.code == "TRUNCATED")
        #expect(failure?.isTransient == false)
    }

    @Test func `a broken picture has a code, and the library's words in its message`() {
        let failure = Failure(PictureError.damaged(.png, message: "IDAT: CRC error"), bytes: 100)
        #expect(failure.kind == .damaged && failure.code == "CORRUPT")
        #expect(failure.message == "a PNG broken inside (IDAT: CRC error): copy it again from its source")
    }

    @Test(arguments: [
        (29_999, "200 x 150 pixels is over the limit of 29,999 pixels; shrink it, or raise limits.megapixels"),
        (0, "200 x 150 pixels is over the limit of 0 megapixels; shrink it, or raise limits.megapixels"),
    ])
    func `a picture above the limit is refused with both numbers`(limit: Int, message: String) throws {
        let whole = try jpeg(Picture.smooth(width: 200, height: 150), orientation: 1)
        #expect {
            _ = try ImagePreparer().prepare(whole.span, for: Self.request, pixelLimit: limit)
        } throws: { error in
            (error as? Failure)?.kind == .tooLarge && (error as? Failure)?.message == message
        }
    }
}
