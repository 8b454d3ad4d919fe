import Corpora
import Glibc
@testable import Pictures
import TestSupport
import Testing

/// The decoder of common JPEG files at a part of their size; see also `encodings`, `scaled` and `photographs` in
/// Tests/Fuzz.
@Suite struct BaselineTests {
    @Test(arguments: [
        ("baseline.jpg", true), ("restart.jpg", true), ("grey.jpg", true), ("progressive.jpg", false),
        ("cmyk.jpg", false),
    ])
    func `a fixture at an eighth is the library's`(name: String, isTaken: Bool) throws {
        let file = try Fixture.bytes(name)
        var decoder = BaselineDecoder()
        var bitmap = Bitmap()
        #expect(decoder.decode(file.span, into: &bitmap) == isTaken)
        if isTaken { #expect(bitmap == LibraryJPEG.decode(file, divisor: 8)) }
        // Through the front, whichever of the two decodes it.
        if name != "cmyk.jpg" {
            #expect(
                try Fixture.decode(file, atLeast: PixelSize(width: 1, height: 1))
                    == LibraryJPEG.decode(file, divisor: 8))
        }
    }

    @Test(arguments: LibraryJPEG.Sampling.allCases)
    func `a common file keeps its planes at a part of its size, and any other has its colors`(
        sampling: LibraryJPEG.Sampling
    ) throws {
        let file = try #require(LibraryJPEG.encode(try noisy(97, 65), quality: 90, sampling: sampling))
        let decoder = PictureDecoder()
        for (divisor, wanted) in [(4, PixelSize(width: 25, height: 17)), (8, PixelSize(width: 13, height: 9))] {
            var (colors, picture) = (Bitmap(), DecodedPicture())
            try decoder.decode(file.span, atLeast: wanted, into: &colors)
            try decoder.decode(file.span, atLeast: wanted, into: &picture)
            #expect(colors == LibraryJPEG.decode(file, divisor: divisor) && picture.size == wanted)
            let planes = picture.planes.map(\.bitmap)
            guard sampling.isCommon else {
                #expect(planes == [colors])
                continue
            }
            guard divisor == 4 else {
                var mixed = Bitmap()
                #expect(mixed.convert(from: picture.planes) && mixed == colors)
                continue
            }
            // There is no more chroma than is sent.
            let half = wanted.divided(by: 2)
            #expect(planes.map(\.size) == (sampling == .grey ? [wanted] : [wanted, half, half]))
            let library = try #require(LibraryJPEG.planes(file, divisor: 4))
            #expect(planes != library)
            for (ours, theirs) in zip(planes, library) where ours.size == theirs.size {
                let farthest = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }.max()
                #expect(try #require(farthest) < 40)
            }
        }
        // In full, or at a half, the library decodes; what is grey has one plane all the same.
        for (divisor, wanted) in [(2, PixelSize(width: 26, height: 17)), (1, PixelSize(width: 97, height: 65))] {
            var (colors, picture) = (Bitmap(), DecodedPicture())
            try decoder.decode(file.span, atLeast: wanted, into: &colors)
            try decoder.decode(file.span, atLeast: wanted, into: &picture)
            let expected = sampling == .grey ? LibraryJPEG.planes(file, divisor: divisor) : [colors]
            #expect(picture.planes.map(\.bitmap) == expected)
        }
    }

    @Test(arguments: [20.0, 60, 200])
    func `a picture of slopes alone is at a quarter what a good filter makes of it`(waves: Double) throws {
        var pixels: [UInt8] = []
        for y in 0..<480 {
            for x in 0..<640 {
                let level = sin(Double(x) / waves) * cos(Double(y) / waves / 0.7)
                pixels += [1, 0.7, -0.5].map { UInt8(128 + 100 * $0 * level) }
            }
        }
        let picture = try #require(Bitmap(width: 640, height: 480, pixels: pixels))
        let file = try #require(LibraryJPEG.encode(picture, quality: 95, sampling: .quarter))
        var (decoder, quarter) = (BaselineDecoder(), DecodedPicture())
        let isTaken = decoder.decode(file.span, at: .quarter, into: &quarter)
        let near = try #require(Quarter.decibels(of: quarter.planes.map(\.bitmap), file))
        // 51 dB: by 0.7 of a level on average.
        #expect(isTaken && near.ours > 51, "\(near)")
    }

    @Test(arguments: LibraryJPEG.Sampling.allCases.filter(\.isCommon) + [nil])
    func `a file that is read a part at a time is what it is as a whole`(sampling: LibraryJPEG.Sampling?) throws {
        var random = Seeded(8)
        let partwise = try PartwiseDecoding()
        let written = try sampling.map { LibraryJPEG.encode(try noisy(640, 90), quality: 97, sampling: $0) }
        let file = try #require(try written ?? Fixture.bytes("restart.jpg"))
        for _ in 0..<40 {
            let window = Int.random(in: 1..<3000, using: &random)
            #expect(partwise.difference(file, window: window) == nil, "by \(window)")
            var damaged = file
            damaged[Int.random(in: 640..<file.count, using: &random)] ^= 0xFF
            #expect(partwise.difference(damaged, window: window) == nil, "damaged, by \(window)")
            let cut = Array(file.prefix(Int.random(in: 1..<file.count, using: &random)))
            #expect(partwise.difference(cut, window: window) == nil, "cut, by \(window)")
        }
    }

    @Test func `a picture after a damaged one is decoded as if it were the first`() throws {
        let file = try #require(LibraryJPEG.encode(try noisy(80, 48), quality: 95, sampling: .quarter))
        var decoder = BaselineDecoder()
        var bitmap = Bitmap()
        let isCutTaken = decoder.decode(Array(file.dropLast(file.count / 3)).span, into: &bitmap)
        #expect(!isCutTaken)
        let tables = file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC4 }
        let start = try #require(tables)
        let length = 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
        // Without codes of its own it must not be decoded by those of the picture before.
        let isBareTaken = decoder.decode(
            Array(file[..<start] + file[(start + length)...]).span, into: &bitmap)
        #expect(!isBareTaken)
        let isTaken = decoder.decode(file.span, into: &bitmap)
        #expect(isTaken && bitmap == LibraryJPEG.decode(file, divisor: 8))
    }

    /// Changes of a plain file, each at the first place where some bytes stand.
    @Test(arguments: [
        ("a later JFIF", [0x4A, 0x46, 0x49, 0x46, 0, 1], 5, 2), ("a divisor of 0", [0xFF, 0xDB, 0, 0x43, 0], 10, 0),
        ("a table of no number", [0xFF, 0xDB, 0, 0x43, 0], 4, 4),
        ("divisors of 16 bits", [0xFF, 0xDB, 0, 0x43, 0], 4, 16),
        ("extended coding", [0xFF, 0xC0], 1, 0xC1), ("12 bits", [0xFF, 0xC0, 0, 17, 8], 4, 12),
        ("a height of 0", [0xFF, 0xC0, 0, 17, 8, 0, 48], 6, 0),
        ("a component of another name", [3, 1, 0x22, 0, 2], 1, 7),
        ("other sampling", [3, 1, 0x22, 0, 2], 2, 0x14), ("a code of no number", [0xFF, 0xC4, 0, 31, 0], 4, 2),
        ("codes that do not fit", [0xFF, 0xC4, 0, 31, 0, 0, 1, 5], 7, 8),
        ("a DC value of 12 bits", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 11, 12),
        ("an AC value of 11 bits", [1, 2, 3, 0, 4, 17], 4, 11), ("a part of the frequencies", [0x11, 0, 63, 0], 2, 62),
        ("a code that is not there", [0xFF, 0xDA, 0, 12, 3, 1, 0], 6, 0x20), ("another end", [0xFF, 0xD9], 1, 0xD8),
    ])
    func `what is odd is left to the library`(what: String, place: [UInt8], offset: Int, value: UInt8) throws {
        var file = try plain()
        let start = try #require(file.indices.first { file[$0...].starts(with: place) }, "\(what)")
        #expect(file[start + offset] != value, "\(what)")
        file[start + offset] = value
        #expect(!isTaken(file), "\(what)")
    }

    @Test func `what is left over or missing behind the coded bits is left to the library`() throws {
        let file = try plain()
        #expect(isTaken(file) && isTaken(file + [1, 2, 3]))
        let end = file.count - 2
        #expect(!isTaken(Array(file[..<end])))
        #expect(!isTaken(file[..<end] + [0x55] + file[end...]))
        #expect(!isTaken(file[..<end] + [0xFF, 0xD0] + file[end...]))
        #expect(!isTaken(file[..<end] + [0xFF] + file[end...]))
        #expect(!isTaken(file[..<(end - 1)] + file[end...]))
        #expect(!isTaken(file[..<2] + [0x00] + file[2...]))
        #expect(!isTaken(file[..<2] + [0xFF] + file[2...]))
        // Adobe's marker says that the colors are not transformed.
        let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        #expect(!isTaken(file[..<2] + adobe + file[2...]))
        #expect(isTaken(file[..<2] + adobe.dropLast() + [1] + file[2...]))
    }

    @Test func `restart markers count from 0 to 7 and no other way`() throws {
        let file = try Fixture.bytes("restart.jpg")
        let markers = file.indices.dropLast().filter { file[$0] == 0xFF && (0xD0...0xD7).contains(file[$0 + 1]) }
        #expect(markers.count > 1 && isTaken(file))
        for at in markers {
            var changed = file
            changed[at + 1] = 0xD0 + (changed[at + 1] + 1) % 8
            #expect(!isTaken(changed), "\(at)")
        }
    }

    private func isTaken(_ file: some Sequence<UInt8>) -> Bool {
        var (decoder, bitmap) = (BaselineDecoder(), Bitmap())
        return decoder.decode(Array(file).span, into: &bitmap)
    }

    /// A file of 64 x 48 pixels with the usual tables and the usual codes.
    private func plain() throws -> [UInt8] {
        try #require(LibraryJPEG.encode(try noisy(64, 48), quality: 80, sampling: .quarter))
    }

    private func noisy(_ width: Int, _ height: Int) throws -> Bitmap {
        var random = Seeded(5)
        let pixels = (0..<(3 * width * height)).map {
            UInt8(truncatingIfNeeded: 60 + $0 % 90 + Int.random(in: 0..<60, using: &random))
        }
        return try #require(Bitmap(width: width, height: height, pixels: pixels))
    }
}
