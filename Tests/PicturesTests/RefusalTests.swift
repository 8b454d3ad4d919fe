import Glibc
@testable import Pictures
import Testing

@Suite struct RefusalTests {
    /// The error of bytes that must not decode.
    private func refusal(_ bytes: [UInt8], pixelLimit: Int = PictureDecoder.defaultPixelLimit) -> PictureError? {
        do throws(PictureError) {
            _ = try Fixture.decode(bytes, pixelLimit: pixelLimit)
            return nil
        } catch {
            return error
        }
    }

    @Test func `no bytes are empty`() {
        #expect(refusal([]) == .empty)
    }

    @Test func `text is shown as it begins`() {
        #expect(
            refusal(Array("BM is short for British Museum".utf8)) == .notAPicture(first: Array("BM is short for ".utf8))
        )
    }

    @Test(arguments: [
        ("\0\0\0\u{1C}ftypavif\0\0\0\0avifmif1miaf", PictureFormat.avif),
        ("\0\0\0\u{1C}ftypmif1\0\0\0\0avifmif1miaf", .avif), ("%PDF-1.7", .pdf), ("8BPS\0\u{1}", .psd),
        ("\0\0\0\u{0C}JXL \r\n", .jxl),
    ])
    func `other kinds are told by their first bytes`(text: String, format: PictureFormat) {
        #expect(refusal(Array(text.utf8)) == .unsupported(format, .format))
    }

    @Test func `what libheif says of a file is one line`() throws {
        var file = try Fixture.bytes("upright.heic")
        file.replaceSubrange(8..<12, with: Array("mif1".utf8))
        file.replaceSubrange(16..<28, with: Array("aaaabbbbcccc".utf8))
        guard case .unsupported(.heic, .variant(let words)) = refusal(file) else {
            Issue.record("\(String(describing: refusal(file)))")
            return
        }
        #expect(words.contains("supported brands") && !words.contains(where: \.isNewline), "\(words)")
    }

    /// A HEIC of 74 x 64 pixels with another width in its header (the `ispe` box), and without the crop to 46 rows.
    private func heic(saying width: UInt8) throws -> [UInt8] {
        var file = try Fixture.bytes("upright.heic")
        func place(of name: String) throws -> Int {
            try #require(file.indices.first { file[$0...].starts(with: Array(name.utf8)) })
        }
        file[try place(of: "ispe") + 11] = width
        let crop = try place(of: "clap")
        file.replaceSubrange(crop..<(crop + 4), with: Array("free".utf8))
        return file
    }

    @Test(arguments: [10, 60, 75, 200] as [UInt8])
    func `a HEIC of another size than its header says is broken`(width: UInt8) throws {
        let problem = refusal(try heic(saying: width))
        guard case .damaged(.heic, let words) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(words.contains("74 x 64 pixels"), "\(words)")
    }

    @Test(arguments: [73, 74] as [UInt8])
    func `a HEIC whose coder added a column is cut to its header's size`(width: UInt8) throws {
        #expect(try Fixture.decode(heic(saying: width)).size == PixelSize(width: Int(width), height: 64))
    }

    @Test func `a film is no picture`() {
        guard case .notAPicture = refusal(Array("\0\0\0\u{18}ftypisom\0\0\u{2}\0isomiso2".utf8)) else {
            Issue.record("a film was taken for a picture")
            return
        }
    }

    @Test func `an animation is a rare variant`() throws {
        #expect(try refusal(Fixture.bytes("animated.webp")) == .unsupported(.webp, .variant("an animation")))
    }

    @Test func `a header of four gigapixels is refused before memory is taken`() throws {
        // The frame header of a real file, with both edges overwritten.
        var file = try Fixture.bytes("progressive.jpg")
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
        file.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
        let before = peakMemory()
        let tooLarge = PictureError.tooLarge(width: 65_500, height: 65_500, limit: PictureDecoder.defaultPixelLimit)
        #expect(refusal(file) == tooLarge)
        #expect(peakMemory() - before < 1_000_000)

        var png = try Fixture.bytes("rgb.png")
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(refusal(png) == .tooLarge(width: 2_147_483_647, height: 2_147_483_647, limit: 200_000_000))
    }

    @Test(arguments: Fixture.decodable.map(\.name))
    func `the limit holds to the pixel`(name: String) throws {
        let file = try Fixture.bytes(name)
        let size = try Fixture.decode(file).size
        #expect(throws: Never.self) { try Fixture.decode(file, pixelLimit: size.width * size.height) }
        let error = refusal(file, pixelLimit: size.width * size.height - 1)
        #expect(error == .tooLarge(width: size.width, height: size.height, limit: size.width * size.height - 1))
    }

    @Test(arguments: Fixture.decodable.map(\.name).filter { $0 != "lossy.webp" })
    func `half of a picture is cut short`(name: String) throws {
        let file = try Fixture.bytes(name)
        let error = refusal(Array(file.prefix(file.count * 6 / 10)))
        guard case .truncated = error else {
            Issue.record("\(name) cut short gave \(String(describing: error))")
            return
        }
    }

    @Test func `bytes between markers are passed over`() throws {
        var file = try Fixture.bytes("baseline.jpg")
        let whole = try Fixture.decode(file)
        // Before the frame header, and behind the picture's end.
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.insert(contentsOf: [1, 2, 3, 4], at: frame)
        file += [9, 9, 9, 9]
        #expect(try Fixture.decode(file) == whole)
    }

    @Test func `a broken Huffman stream is damage`() throws {
        var file = try Fixture.bytes("restart.jpg")
        let scan = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        for index in (scan + 14)..<(scan + 60) where file[index] != 0xFF { file[index] = 0xAA }
        switch refusal(file) {
        case .damaged(.jpeg, _), .truncated(.jpeg, _): break
        case let other: Issue.record("broken data gave \(String(describing: other))")
        }
    }

    @Test func `a library that is not installed names its package`() {
        #expect(HEIFLibrary(name: "libheif-that-is-not.so.1") == nil)
        #expect(throws: Never.self) { try HEIFLibrary.installed() }
    }

    /// The process's largest resident size so far, in KB.
    private func peakMemory() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}
