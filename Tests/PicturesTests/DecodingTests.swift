import Pictures
import Testing

@Suite struct DecodingTests {
    @Test(arguments: Fixture.decodable.map(\.name))
    func `every fixture decodes to its size`(name: String) throws {
        let bitmap = try Fixture.decode(try Fixture.bytes(name))
        #expect(bitmap.size == Fixture.decodable.first { $0.name == name }?.size)
        #expect(bitmap.pixels.count == 3 * bitmap.width * bitmap.height)
    }

    @Test(arguments: ["rgb.png", "interlaced.png", "rgb16.png", "lossless.webp"])
    func `lossless pictures decode to the exact pixels`(name: String) throws {
        #expect(try Fixture.decode(Fixture.bytes(name)).pixels == pattern(Fixture.small))
    }

    @Test(arguments: ["grey", "palette", "bilevel"])
    func `grey, palette and bilevel PNG decode to the pixels another library sees`(name: String) throws {
        #expect(try Fixture.decode(Fixture.bytes(name + ".png")).pixels == Fixture.bytes(name + ".rgb"))
    }

    @Test(arguments: ["alpha.png", "alpha.webp"])
    func `transparent pixels lie on white paper`(name: String) throws {
        var expected = pattern(Fixture.small)
        for y in 0..<Fixture.small.height {
            for x in 0..<Fixture.small.width {
                let alpha = (x * 13 + y * 17) & 255
                for index in (3 * (y * Fixture.small.width + x))..<(3 * (y * Fixture.small.width + x) + 3) {
                    expected[index] = UInt8((Int(expected[index]) * alpha + 255 * (255 - alpha) + 127) / 255)
                }
            }
        }
        #expect(try Fixture.decode(Fixture.bytes(name)).pixels == expected)
    }

    /// 0xDB: quantization, 0xC4: Huffman's codes.
    @Test(arguments: [0xDB, 0xC4] as [UInt8])
    func `a JPEG that lacks its tables is read the same whatever was decoded before`(marker: UInt8) throws {
        let whole = try Fixture.bytes("grey.jpg")
        var missingRecipes: [UInt8] = Array(whole[..<2])
        var place = 2
        while whole[place + 1] != 0xDA {
            let end = place + 2 + Int(whole[place + 2]) << 8 + Int(whole[place + 3])
            if whole[place + 1] != marker { missingRecipes += whole[place..<end] }
            place = end
        }
        missingRecipes += whole[place...]
        let alone = outcome(missingRecipes, PictureDecoder())
        for name in ["grey.jpg", "baseline.jpg", "progressive.jpg"] {
            let decoder = PictureDecoder()
            #expect(outcome(try Fixture.bytes(name), decoder).error == nil)
            let behind = outcome(missingRecipes, decoder)
            #expect(behind.bitmap == alone.bitmap && behind.error == alone.error, "behind \(name)")
        }
    }

    private func outcome(_ bytes: [UInt8], _ decoder: PictureDecoder) -> (bitmap: Bitmap?, error: PictureError?) {
        var bitmap = Bitmap()
        do throws(PictureError) {
            try decoder.decode(bytes.span, atLeast: nil, into: &bitmap)
            return (bitmap, nil)
        } catch {
            return (nil, error)
        }
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "restart.jpg", "lossy.webp", "cmyk.jpg"])
    func `lossy pictures decode to nearly the pixels`(name: String) throws {
        let bitmap = try Fixture.decode(Fixture.bytes(name))
        #expect(try #require(difference(bitmap.pixels, smooth(Fixture.small))) <= 16)
    }

    @Test(arguments: ["cmyk", "ycck"])
    func `inks blend as another library's inks do`(name: String) throws {
        let bitmap = try Fixture.decode(Fixture.bytes(name + ".jpg"))
        #expect(try #require(difference(bitmap.pixels, Fixture.bytes(name + ".rgb"))) <= 1)
    }

    @Test func `a grey JPEG has three equal channels`() throws {
        let pixels = try Fixture.decode(Fixture.bytes("grey.jpg")).pixels
        #expect(stride(from: 0, to: pixels.count, by: 3).allSatisfy { Set(pixels[$0..<($0 + 3)]).count == 1 })
        #expect(Set(pixels).count > 50)
    }

    @Test func `a HEIC is turned by its own boxes`() throws {
        let upright = try Fixture.decode(Fixture.bytes("upright.heic"))
        #expect(try #require(difference(upright.pixels, smooth(Fixture.large))) <= 16)
        // Orientation 6: upright (x, y) is stored (y, height - 1 - x).
        let stored = smooth(Fixture.large)
        let turned = try Fixture.decode(Fixture.bytes("turned.heic"))
        var expected: [UInt8] = []
        for y in 0..<Fixture.large.width {
            for x in 0..<Fixture.large.height {
                let from = 3 * ((Fixture.large.height - 1 - x) * Fixture.large.width + y)
                expected += stored[from..<(from + 3)]
            }
        }
        #expect(try #require(difference(turned.pixels, expected)) <= 16)
    }

    @Test func `transparent HEIC pixels lie on white paper`() throws {
        let bitmap = try Fixture.decode(Fixture.bytes("alpha.heic"))
        #expect(bitmap.pixels.contains { $0 >= 250 })
        #expect(bitmap.pixels[0] >= 250 && bitmap.pixels[1] >= 250 && bitmap.pixels[2] >= 250)
    }

    @Test func `one decoder and one bitmap serve every format in turn`() throws {
        let decoder = PictureDecoder()
        var bitmap = Bitmap()
        for (name, size) in Fixture.decodable + Fixture.decodable.reversed() {
            let bytes = try Fixture.bytes(name)
            try decoder.decode(bytes.span, atLeast: nil, into: &bitmap)
            #expect(bitmap.size == size)
            #expect(try bitmap == Fixture.decode(bytes), "\(name)")
        }
    }

    @Test func `an encoded JPEG decodes to nearly the same pixels`() throws {
        let bitmap = try #require(Bitmap(width: 37, height: 23, pixels: smooth(Fixture.small)))
        let encoder = try #require(JPEGEncoder())
        let full = try encoder.encode(bitmap, quality: 95, chroma: .full)
        #expect(try #require(difference(Fixture.decode(full).pixels, bitmap.pixels)) <= 6)
        let quarter = try encoder.encode(bitmap, quality: 40)
        #expect(quarter.count < full.count)
        #expect(try Fixture.decode(quarter).size == bitmap.size)
        #expect(throws: PictureError.self) { try encoder.encode(Bitmap(), quality: 90) }
    }
}
