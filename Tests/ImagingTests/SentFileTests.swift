import Corpora
import Imaging
import Pictures
import TestSupport
import Testing
import Domain

@Suite("What is sent of a picture") struct SentFileTests {
    @Test func `a new JPEG has the quality that was asked for`() throws {
        let file = try jpeg(Picture.smooth(width: 300, height: 200), orientation: 6)
        let sizes = try [30, 60, 85, 98].map { try encode(file, sending(quality: $0)).bytes.count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        let expected = try #require(JPEGEncoder()).encode(
            decoded(encode(file, sending(quality: 85)).bytes), quality: 85)
        // The tables of quantization stand behind the JFIF segment.
        #expect(Array(expected[20..<150]) == Array(try encode(file, sending(quality: 85)).bytes[20..<150]))
    }

    @Test func `a smaller picture looks like the large one`() throws {
        let large = try Picture.smooth(width: 1600, height: 1200)
        let image = try encode(jpeg(large, orientation: 1), sending(box(320, 240)))
        let small = try decoded(image.bytes)
        let wanted = try Picture.smooth(width: 320, height: 240)
        let worst = zip(small.pixels, wanted.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(worst) <= 6)
    }

    @Test func `fine lines become grey and not a pattern`() throws {
        // One black and one white column in turn, lossless, so that nothing but our own filter sees them.
        let file = try Talkative.png(
            Picture.make(width: 400, height: 300) { x, _ in x % 2 == 0 ? (0, 0, 0) : (255, 255, 255) })
        let small = try decoded(encode(file, sending(box(123, 92))).bytes)
        let inner = (20..<100).map { small.pixels[3 * (40 * small.width + $0)] }
        #expect(inner.allSatisfy { abs(Int($0) - 127) < 12 }, "\(inner)")
    }

    @Test func `what services do not read becomes a JPEG`() throws {
        for (name, file) in [
            ("cmyk.jpg", try Talkative.fixture("cmyk.jpg")), ("rgb16.png", try Talkative.fixture("rgb16.png")),
            ("upright.heic", try Talkative.fixture("upright.heic")),
            ("alpha.heic", try Talkative.fixture("alpha.heic")),
            ("turned.webp", try Talkative.webp(orientation: 6)), ("turned.png", try Talkative.fixture("rgb.png")),
        ] {
            let image = try encode(file)
            let header = try PictureHeader.read(image.bytes.span)
            let before = try PictureHeader.read(file.span)
            #expect(header.format == .jpeg && header.isCommon && header.orientation == 1, "\(name)")
            #expect(header.stored == before.upright, "\(name)")
        }
    }

    @Test(arguments: [60_000, 20_000, 8_000, 2_000, 700])
    func `no more bytes are sent than were asked for`(limit: Int) throws {
        var random = Seeded(UInt64(limit))
        let noise = try Picture.make(width: 300, height: 220) { _, _ in
            (
                UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random),
                UInt8.random(in: 0...255, using: &random)
            )
        }
        for file in [try jpeg(noise, orientation: 6), try jpeg(noise, orientation: 1), try Talkative.png(noise)] {
            let image = try encode(file, sending(maxBytes: limit))
            #expect(image.bytes.count <= limit)
            let pixels = try decoded(image.bytes)
            #expect(pixels.size == PixelSize(width: image.size.width, height: image.size.height))
            let corner = image.placement.original(of: Point(x: Double(pixels.width), y: Double(pixels.height)))
            let (w, h) = (Double(image.placement.original.width), Double(image.placement.original.height))
            #expect(abs(corner.x - w) < 1e-9 && abs(corner.y - h) < 1e-9)
            // Of a limit in reach, a good part is used.
            if limit >= 2_000, limit < 60_000 { #expect(image.bytes.count > limit / 3, "\(image.bytes.count)") }
        }
    }

    @Test func `a limit that not even one pixel fits is a failure`() throws {
        let failure = refusal(
            try jpeg(Picture.smooth(width: 300, height: 200), orientation: 6), sending(maxBytes: 300))
        #expect(failure?.kind == .tooLarge && failure?.stage == .prepare)
        #expect(failure?.message.contains("300 bytes") == true)
    }

    @Test func `GIF, BMP and TIFF that are too long or too large become a JPEG`() throws {
        for file in [try Talkative.gif(), try Talkative.fixture("other.bmp"), try Talkative.fixture("other.tiff")] {
            let short = try encode(file, sending(maxBytes: 1_000))
            #expect(short.bytes.count <= 1000 && PictureFormat(of: short.bytes.span) == .jpeg)
            let small = try encode(file, sending(box(10, 10)))
            #expect(small.size == Size(width: 10, height: 6) && PictureFormat(of: small.bytes.span) == .jpeg)
        }
        var wide = try Talkative.gif()
        wide.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(refusal(wide)?.kind == .tooLarge)
    }

    @Test func `a TIFF goes as it is where its metadata may go, and every reader shows it`() throws {
        let file = try Talkative.fixture("other.tiff")
        #expect(try encode(file, sending(metadata: .keep)).bytes == file)
        let stripped = try encode(file, sending())
        #expect(PictureFormat(of: stripped.bytes.span) == .jpeg && stripped.size == Size(width: 37, height: 23))
        for name in ["pages.tiff", "rgb16.tiff", "turned.tiff"] {
            let image = try encode(Talkative.fixture(name), sending(metadata: .keep))
            #expect(PictureFormat(of: image.bytes.span) == .jpeg, "\(name)")
        }
        let turned = try encode(Talkative.fixture("turned.tiff"), sending())
        #expect(turned.size == Size(width: 23, height: 37))
    }

    @Test func `formats that nobody takes are failures`() throws {
        #expect(refusal(Array("%PDF-1.7".utf8))?.kind == .unsupported)
        #expect(refusal([])?.kind == .empty)
        #expect(refusal(Array("Dear Sir, please find".utf8))?.kind == .notAnImage)
        #expect(
            refusal(try jpeg(Picture.smooth(width: 200, height: 150), orientation: 1), pixelLimit: 29_999)?.kind
                == .tooLarge)
    }

    @Test func `a file cut short is never sent`() throws {
        let bitmap = try Picture.pattern(width: 80, height: 60)
        for (name, file, tail) in [
            ("jpeg", try jpeg(bitmap, orientation: 1), 0), ("png", try Talkative.png(bitmap), 13),
            ("webp", try Talkative.webp(), 13), ("gif", try Talkative.gif(), 14),
            ("bmp", try Talkative.fixture("other.bmp"), 0), ("grey.jpg", try Talkative.fixture("grey.jpg"), 0),
        ] {
            for metadata in Prepare.Metadata.allCases {
                for cut in stride(from: tail + 1, to: file.count, by: max(1, file.count / 200)) {
                    let failure = refusal(Array(file.dropLast(cut)), sending(metadata: metadata))
                    #expect(failure != nil, "\(name) without its last \(cut) bytes")
                }
            }
        }
    }

    @Test func `a frame header that is longer than its segment is damaged`() throws {
        var file = try Talkative.fixture("grey.jpg")
        let frame = try #require(Talkative.find([0xFF, 0xC0], in: file))
        #expect(refusal(file) == nil)
        // What lies behind the segment would be read as a part of it, and is not sent.
        file[frame + 3] = 3
        #expect(refusal(file)?.kind == .damaged)
    }

    @Test func `a PNG with a flipped bit is damaged`() throws {
        var file = try Talkative.png(Picture.pattern(width: 80, height: 60))
        let data = try #require(Talkative.find(Array("IDAT".utf8), in: file))
        file[data + 30] ^= 4
        #expect(refusal(file)?.kind == .damaged)
    }

    @Test func `one preparer sends and prepares by turns`() throws {
        let preparer = ImagePreparer()
        let samples = SampleRequest(size: Size(width: 24, height: 24), channels: 3, fit: .stretch)
        let files = try [(300, 200, 6), (64, 80, 1), (1300, 900, 3)].map { width, height, orientation in
            try jpeg(
                Picture.stored(Picture.smooth(width: width, height: height), orientation),
                orientation: UInt8(orientation))
        }
        for _ in 0..<2 {
            for file in files {
                #expect(
                    try preparer.encode(file.span, for: sending(box(160, 120))).bytes
                        == encode(file, sending(box(160, 120))).bytes)
                #expect(
                    try preparer.prepare(file.span, for: samples).samples
                        == ImagePreparer().prepare(file.span, for: samples).samples)
            }
        }
    }
}
