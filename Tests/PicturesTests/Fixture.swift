import Platform
import Pictures
import TestSupport
import Testing

/// The files that `Scripts/make-picture-fixtures.py` made.
enum Fixture {
    /// All pictures that decode, with their size as decoded.
    static let decodable: [(name: String, size: PixelSize)] = [
        ("rgb.png", small), ("grey.png", small), ("palette.png", small), ("alpha.png", small),
        ("interlaced.png", small), ("rgb16.png", small), ("bilevel.png", small),
        ("lossless.webp", small), ("alpha.webp", small), ("lossy.webp", small),
        ("baseline.jpg", small), ("progressive.jpg", small), ("grey.jpg", small), ("cmyk.jpg", small),
        ("ycck.jpg", small), ("restart.jpg", small),
        ("upright.heic", large), ("turned.heic", large.swapped), ("alpha.heic", large),
    ]
    /// GIF, BMP and TIFF.
    static let scans = [
        "other.gif", "palette.gif", "interlaced.gif", "animated.gif", "placed.gif", "other.bmp", "palette.bmp",
        "grey.bmp", "bilevel.bmp", "alpha.bmp", "rgb32.bmp", "rgb565.bmp", "other.tiff", "palette.tiff", "grey.tiff",
        "bilevel.tiff", "alpha.tiff", "turned.tiff", "pages.tiff", "lossy.tiff", "rgb16.tiff",
    ]
    static let small = PixelSize(width: 37, height: 23)
    static let large = PixelSize(width: 74, height: 46)

    /// The bytes of a fixture.
    static func bytes(_ name: String) throws -> [UInt8] {
        try Files.read(packageRoot.appending("Tests/PicturesTests/Fixtures").appending(name))
    }

    /// The decoded pixels of a file.
    static func decode(
        _ bytes: [UInt8], atLeast wanted: PixelSize? = nil, pixelLimit: Int = PictureDecoder.defaultPixelLimit
    ) throws(PictureError) -> Bitmap {
        var bitmap = Bitmap()
        try PictureDecoder().decode(bytes.span, atLeast: wanted, pixelLimit: pixelLimit, into: &bitmap)
        return bitmap
    }
}

/// The pattern that the lossless fixtures hold.
func pattern(_ size: PixelSize) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
        for x in 0..<size.width {
            pixels.append(UInt8(truncatingIfNeeded: x * 7 + y * 3))
            pixels.append(UInt8(truncatingIfNeeded: x * 2 + y * 11))
            pixels.append(UInt8(truncatingIfNeeded: x * 5 + y * 5 + 40))
        }
    }
    return pixels
}

/// The smooth picture that the lossy fixtures hold.
func smooth(_ size: PixelSize) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
        for x in 0..<size.width {
            let u = Double(x) / Double(size.width - 1)
            let v = Double(y) / Double(size.height - 1)
            pixels.append(UInt8((40 + 180 * u).rounded()))
            pixels.append(UInt8((40 + 180 * v).rounded()))
            pixels.append(UInt8((200 - 140 * u * v).rounded()))
        }
    }
    return pixels
}

/// The largest difference between two rows of bytes; nil where their lengths differ.
func difference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
    guard left.count == right.count else { return nil }
    return zip(left, right).map { abs(Int($0) - Int($1)) }.max() ?? 0
}
