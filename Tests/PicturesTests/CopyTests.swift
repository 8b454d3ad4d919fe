import Corpora
import Pictures
import TestSupport
import Testing

/// The copy of a picture file that has nothing but what shows the picture.
@Suite("The canonical copy of a picture") struct CopyTests {
    /// The copy of a file; nil where the file cannot be walked.
    private func copy(_ file: [UInt8]) -> [UInt8]? {
        guard let format = PictureFormat(of: file.span) else { return nil }
        return (try? PictureParts(file.span, format))?.copy(of: file.span)
    }

    /// A JPEG as libjpeg-turbo writes it: the start, a JFIF segment of 18 bytes, tables, frame and scan.
    private func jpeg(_ sampling: LibraryJPEG.Sampling = .quarter) throws -> [UInt8] {
        let size = PixelSize(width: 40, height: 24)
        let bitmap = try #require(Bitmap(width: size.width, height: size.height, pixels: smooth(size)))
        return try #require(LibraryJPEG.encode(bitmap, quality: 90, sampling: sampling))
    }

    private let jfif = Array("JFIF\0".utf8)
    private let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]

    @Test(arguments: Fixture.decodable.map(\.name).filter { !$0.hasSuffix("heic") } + ["other.gif", "other.bmp"])
    func `shows what its file shows, and is its own copy`(name: String) throws {
        let file = try Fixture.bytes(name)
        let copied = try #require(copy(file))
        #expect(copy(copied) == copied)
        if name.hasPrefix("other") { return }
        #expect(try Fixture.decode(copied) == Fixture.decode(file))
    }

    @Test func `of a JPEG says one thing whatever is said beside the picture`() throws {
        let file = try jpeg()
        let (start, rest) = (Array(file[..<2]), Array(file[20...]))
        let expected = copy(file)
        let profile = Talkative.profile(200)
        func parts(_ lengths: [Int]) -> [UInt8] {
            var (from, segments) = (0, [UInt8]())
            for (index, length) in lengths.enumerated() {
                segments += Talkative.segment(
                    0xE2,
                    Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(lengths.count)]
                        + profile[from..<(from + length)])
                from += length
            }
            return segments
        }
        let variants: [(String, [UInt8])] = [
            ("no JFIF", start + rest),
            ("another density", start + Talkative.segment(0xE0, jfif + [1, 1, 1, 0, 72, 0, 72, 0, 0]) + rest),
            ("another version", start + Talkative.segment(0xE0, jfif + [1, 2, 0, 0, 1, 0, 1, 0, 0]) + rest),
            ("a thumbnail", start + Talkative.segment(0xE0, jfif + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9]) + rest),
            ("Adobe's YCbCr", start + Talkative.segment(0xEE, adobe + [1]) + rest),
            ("JFIF before Adobe's RGB", Array(file[..<20]) + Talkative.segment(0xEE, adobe + [0]) + rest),
            ("a short Adobe segment", Array(file[..<20]) + Talkative.segment(0xEE, Array(adobe.dropLast())) + rest),
            (
                "EXIF",
                start + Talkative.segment(0xE1, Array("Exif\0\0".utf8) + (try Talkative.exif(orientation: 6))) + rest
            ),
            ("fill bytes", start + [0xFF, 0xFF, 0xFF] + rest),
            ("bytes between", Array(file[..<20]) + [7, 8, 9] + rest),
            ("a marker alone", start + [0xFF, 0xD0, 0xFF, 0x01] + rest),
            ("a comment", Array(file[..<20]) + Talkative.segment(0xFE, Array("words".utf8)) + rest),
            ("fill before the end", Array(file.dropLast(2)) + [0xFF, 0xFF, 0xFF, 0xD9]),
            ("a tail", file + Array("tail".utf8)), ("a second picture", file + file),
            ("an unfinished profile", start + Array(parts([100, 100]).dropLast(118)) + rest),
        ]
        for (name, variant) in variants { #expect(copy(variant) == expected, "\(name)") }
        let colored = copy(start + parts([200]) + rest)
        #expect(colored != expected)
        #expect(copy(start + parts([1, 120, 79]) + rest) == colored)
    }

    @Test func `of a JPEG keeps how its components make up colors`() throws {
        let (file, grey) = (try jpeg(.full), try jpeg(.grey))
        let (start, rest) = (Array(file[..<2]), Array(file[20...]))
        let asRGB = start + Talkative.segment(0xEE, adobe + [0]) + rest
        #expect(copy(asRGB) == asRGB)
        #expect(copy(file) == file && copy(grey) == grey)
        // The frame's and the scan's names of the components, which say the same where nothing else does.
        var named = start + rest
        let frame = try #require(Talkative.find([0xFF, 0xC0], in: named))
        let scan = try #require(Talkative.find([0xFF, 0xDA], in: named))
        for (index, name) in Array("RGB".utf8).enumerated() {
            named[frame + 10 + 3 * index] = name
            named[scan + 5 + 2 * index] = name
        }
        let copied = try #require(copy(named))
        #expect(Talkative.find(adobe + [0], in: copied) == 6)
        #expect(try Fixture.decode(copied) == Fixture.decode(named))
        #expect(try Fixture.decode(copied) == Fixture.decode(asRGB))
        // Four components without Adobe's segment are inks as well, and are not said to be more than that.
        let inks = try Fixture.bytes("cmyk.jpg")
        let at = try #require(Talkative.find([0xFF, 0xEE, 0, 14] + Array("Adobe".utf8), in: inks))
        let plain = Array(inks[..<at]) + inks[(at + 16)...]
        #expect(Talkative.find(Array("Adobe".utf8), in: try #require(copy(plain))) == nil)
        #expect(try Fixture.decode(#require(copy(plain))) == Fixture.decode(plain))
    }

    @Test func `is not made of a JPEG that programs read in different ways`() throws {
        let file = try jpeg()
        let (start, rest) = (Array(file[..<2]), Array(file[20...]))
        for (name, variant) in [
            ("a second start", start + start + rest), ("no end", Array(file.dropLast(2))),
            ("a segment of no known kind", start + Talkative.segment(0xF3, [1]) + rest),
            ("a length below 2", start + [0xFF, 0xFE, 0, 1] + rest),
            ("a segment cut short", start + [0xFF, 0xFE, 0x7F, 0xFF] + Array(rest.prefix(10))),
        ] { #expect(copy(variant) == nil, "\(name)") }
    }

    @Test func `of a PNG keeps the chunks that show the picture, in their order`() throws {
        let file = try Fixture.bytes("rgb.png")
        let expected = try #require(copy(file))
        let end = file.count - 12
        let head = Array(file[..<33])
        let said = Talkative.chunk("tEXt", Array("a\0b".utf8)) + Talkative.chunk("eXIf", [1, 2, 3])
        #expect(copy(head + said + file[33..<end] + said + file[end...] + [1, 2, 3]) == expected)
        for name in ["gAMA", "cHRM", "sRGB", "sBIT", "cICP"] {
            #expect(copy(head + Talkative.chunk(name, [0]) + file[33...]) != expected, "\(name)")
        }
        let data = try #require(Talkative.find(Array("IDAT".utf8), in: file)) - 4
        let length = end - data - 12
        let halves = [0..<(length / 2), (length / 2)..<length].map { range in
            Talkative.chunk(
                "IDAT", Array(file[(data + 8)...][(data + 8 + range.lowerBound)..<(data + 8 + range.upperBound)]))
        }
        #expect(copy(Array(file[..<data]) + halves[0] + halves[1] + file[end...]) != nil)
        // libpng does not read on behind the chunk between.
        let divided = Array(file[..<data]) + halves[0] + said + halves[1] + file[end...]
        #expect(copy(divided) == nil)
        #expect(throws: PictureError.self) { try Fixture.decode(divided) }
        var wrong = file
        wrong[end - 1] ^= 1
        #expect(copy(wrong) == nil)
        #expect(copy(head + Talkative.chunk("NEED", []) + file[33...]) == nil)
    }

    /// A WebP of some chunks.
    private func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var body = Array("WEBP".utf8)
        for (name, bytes) in chunks {
            body += Array(name.utf8) + Talkative.number(bytes.count).reversed() + bytes
            if bytes.count & 1 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + Talkative.number(body.count).reversed() + body
    }

    /// The bytes of a chunk.
    private func chunk(_ name: String, of file: [UInt8]) throws -> [UInt8] {
        let at = try #require(Talkative.find(Array(name.utf8), in: file))
        let length = Int(file[at + 4]) | Int(file[at + 5]) << 8
        return Array(file[(at + 8)..<(at + 8 + length)])
    }

    /// A VP8X chunk's body.
    private func header(_ flags: UInt8, _ size: PixelSize) -> [UInt8] {
        [flags, 0, 0, 0, UInt8(size.width - 1), 0, 0, UInt8(size.height - 1), 0, 0]
    }

    @Test func `of a WebP announces what is there`() throws {
        let size = PixelSize(width: 37, height: 23)
        for name in ["lossless.webp", "lossy.webp"] {
            let kind = name == "lossy.webp" ? "VP8 " : "VP8L"
            let pixels = try chunk(kind, of: Fixture.bytes(name))
            let bare = webP([(kind, pixels)])
            #expect(copy(bare) == bare)
            for flags: UInt8 in [0, 0x10, 0x0C, 0x1C] {
                let said = [("VP8X", header(flags, size)), (kind, pixels), ("EXIF", [1, 2, 3]), ("XMP ", [4])]
                #expect(copy(webP(said)) == bare, "\(name) with flags \(flags)")
            }
            #expect(copy(bare + [1, 2, 3]) == bare)
            let colored = webP([("VP8X", header(0x20, size)), ("ICCP", [1, 2, 3]), (kind, pixels)])
            #expect(copy(colored) == colored)
            for (what, chunks) in [
                ("a profile that is not announced", [("VP8X", header(0, size)), ("ICCP", [1]), (kind, pixels)]),
                ("a profile that is not there", [("VP8X", header(0x20, size)), (kind, pixels)]),
                ("a profile behind the pixels", [("VP8X", header(0x20, size)), (kind, pixels), ("ICCP", [1])]),
                ("two pictures", [(kind, pixels), (kind, pixels)]), ("no picture", [("VP8X", header(0, size))]),
                ("transparency that is not announced", [("VP8X", header(0, size)), ("ALPH", [0]), (kind, pixels)]),
            ] { #expect(copy(webP(chunks)) == nil, "\(name): \(what)") }
        }
    }

    @Test func `of a WebP with transparency keeps it`() throws {
        let file = try Fixture.bytes("alpha.webp")
        let copied = try #require(copy(file))
        #expect(try Fixture.decode(copied) == Fixture.decode(file))
        var padded = copied
        if let at = Talkative.find(Array("ALPH".utf8), in: copied), copied[at + 4] & 1 == 1 {
            padded[at + 8 + Int(copied[at + 4])] = 77
            #expect(copy(padded) == copied)
        }
    }

    @Test func `of a GIF has one version and always an end`() throws {
        let file = try Fixture.bytes("other.gif")
        let expected = try #require(copy(file))
        #expect(expected.starts(with: Array("GIF89a".utf8)) && expected.last == 0x3B)
        #expect(copy(Array("GIF87a".utf8) + file[6...]) == expected)
        #expect(copy(Array("GIF89a".utf8) + file[6...] + [1, 2]) == expected)
        #expect(copy(Array(file.dropLast())) == expected)
        #expect(try copy(Talkative.gif()) != expected)
    }

    @Test func `a JPEG with bytes between its segments that is broken behind them is not whole`() throws {
        let file = try jpeg()
        let half = Array(file[..<(file.count * 3 / 4)]) + [0xFF, 0xD9]
        #expect(throws: PictureError.self) { try Fixture.decode(half) }
        #expect(throws: PictureError.self) { try Fixture.decode(Array(half[..<20]) + [7, 8, 9] + half[20...]) }
        #expect(try Fixture.decode(Array(file[..<20]) + [7, 8, 9] + file[20...]) == Fixture.decode(file))
    }
}
