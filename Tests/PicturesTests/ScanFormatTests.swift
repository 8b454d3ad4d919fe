@testable import Pictures
import Testing

/// GIF, BMP and TIFF, which old programs and scanners write.
@Suite struct ScanFormatTests {
    @Test(arguments: ["other.bmp", "rgb32.bmp", "other.tiff", "turned.tiff", "pages.tiff", "rgb16.tiff"])
    func `plain colors decode to the exact pixels, of the first page, as they are stored`(name: String) throws {
        let bitmap = try Fixture.decode(Fixture.bytes(name))
        #expect(bitmap.size == Fixture.small && bitmap.pixels == pattern(Fixture.small))
    }

    @Test(arguments: [
        ("palette.gif", "palette"), ("interlaced.gif", "palette"), ("palette.bmp", "palette"),
        ("palette.tiff", "palette"), ("grey.bmp", "grey"), ("grey.tiff", "grey"), ("bilevel.bmp", "bilevel"),
        ("bilevel.tiff", "bilevel"), ("rgb565.bmp", "rgb565"),
    ])
    func `palettes, grey and few bits decode to the pixels another library sees`(name: String, like: String) throws {
        #expect(try Fixture.decode(Fixture.bytes(name)).pixels == Fixture.bytes(like + ".rgb"))
    }

    @Test(arguments: ["alpha.bmp", "alpha.tiff"])
    func `transparent pixels lie on white paper, as those of a PNG`(name: String) throws {
        #expect(try Fixture.decode(Fixture.bytes(name)).pixels == Fixture.decode(Fixture.bytes("alpha.png")).pixels)
    }

    @Test func `of an animated GIF the first frame is decoded`() throws {
        #expect(try Fixture.decode(Fixture.bytes("animated.gif")).pixels == Fixture.bytes("palette.rgb"))
    }

    @Test func `a frame lies on white paper where its GIF puts it, but for its transparent color`() throws {
        let bitmap = try Fixture.decode(Fixture.bytes("placed.gif"))
        let palette = try Fixture.bytes("palette.rgb")
        #expect(bitmap.size == PixelSize(width: 40, height: 30))
        var expected = [UInt8](repeating: 255, count: 3 * 40 * 30)
        for y in 0..<23 {
            for x in 0..<37 where palette[(3 * (37 * y + x))...].prefix(3) != palette.prefix(3) {
                for channel in 0..<3 {
                    expected[3 * (40 * (y + 5) + x + 2) + channel] = palette[3 * (37 * y + x) + channel]
                }
            }
        }
        #expect(bitmap.pixels == expected)
    }

    @Test func `a TIFF of JPEG strips decodes to nearly the pixels`() throws {
        let bitmap = try Fixture.decode(Fixture.bytes("lossy.tiff"))
        #expect(try #require(difference(bitmap.pixels, smooth(Fixture.small))) <= 16)
    }

    @Test func `a TIFF tells its turn, its date, and whether it can go as it is`() throws {
        let file = try Fixture.bytes("turned.tiff")
        let turned = try PictureHeader.read(file.span)
        #expect(turned.orientation == 6 && turned.takenAt == 1_714_979_289_000 && turned.stored == Fixture.small)
        for (name, isCommon) in [
            ("other.tiff", true), ("grey.tiff", true), ("bilevel.tiff", true), ("pages.tiff", false),
            ("rgb16.tiff", false),
        ] {
            let file = try Fixture.bytes(name)
            #expect(try PictureHeader.read(file.span).isCommon == isCommon, "\(name)")
        }
    }

    /// Every file cut at every length: an error of the format, and no picture of what is not there.
    @Test(arguments: ["palette.gif", "other.bmp", "rgb565.bmp", "palette.bmp", "other.tiff", "rgb16.tiff"])
    func `a file that is cut short is refused`(name: String) throws {
        let file = try Fixture.bytes(name)
        // A trailer may be missing: all pixels are there.
        for length in stride(from: 12, to: file.count - 2, by: max(1, file.count / 300)) {
            #expect(isRefused(Array(file[..<length])), "\(length) of \(file.count) bytes")
        }
    }

    /// The error of bytes that must not decode.
    private func refusal(_ bytes: [UInt8], pixelLimit: Int = PictureDecoder.defaultPixelLimit) -> PictureError? {
        do throws(PictureError) {
            _ = try Fixture.decode(bytes, pixelLimit: pixelLimit)
            return nil
        } catch {
            return error
        }
    }

    /// Whether bytes are refused as a file that is cut short or damaged.
    private func isRefused(_ bytes: [UInt8]) -> Bool {
        switch refusal(bytes) {
        case .truncated, .damaged: true
        default: false
        }
    }

    @Test(arguments: ["palette.gif", "other.bmp", "other.tiff"])
    func `a size above the limit is refused before memory is taken`(name: String) throws {
        let file = try Fixture.bytes(name)
        let error = refusal(file, pixelLimit: 37 * 23 - 1)
        #expect(error == .tooLarge(width: 37, height: 23, limit: 37 * 23 - 1))
    }

    @Test func `a BMP whose rows are packed is refused by its method`() throws {
        var file = try Fixture.bytes("palette.bmp")
        file[30] = 1
        let error = refusal(file)
        #expect(error == .unsupported(.bmp, .variant("its rows are packed by method 1")))
    }

    @Test func `a color beyond the palette is damage`() throws {
        var file = try Fixture.bytes("palette.bmp")
        // The number of colors, of which the last is needed.
        file.replaceSubrange(46..<50, with: [1, 0, 0, 0])
        let error = refusal(file)
        #expect("\(String(describing: error))".contains(" of 1\""), "\(String(describing: error))")
    }

    @Test func `a TIFF of no pixels is damage, by its header alone`() throws {
        var file = try Fixture.bytes("rgb16.tiff")
        // The value of the first entry, the width.
        file.replaceSubrange(18..<20, with: [0, 0])
        #expect(throws: PictureError.damaged(.tiff, message: "the picture has no pixels")) {
            try PictureHeader.read(file.span)
        }
    }

    @Test func `libraries that are missing are named with their packages`() {
        #expect(GIFLibrary(name: "libgif-that-is-not.so.1") == nil)
        #expect(TIFFLibrary(name: "libtiff-that-is-not.so.1") == nil)
        let names = PictureLibrary.all.map(\.name)
        #expect(names.contains("giflib") && names.contains("libtiff"))
    }
}
