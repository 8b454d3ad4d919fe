import Corpora
import Imaging
import Pictures
import Testing
import Domain

/// Bitmaps that the tests compute.
enum Picture {
    /// Red, green, blue.
    typealias RGB = (UInt8, UInt8, UInt8)

    /// A smooth picture with four different corners.
    static func smooth(width: Int, height: Int) throws -> Bitmap {
        try make(width: width, height: height) { x, y in
            let u = Double(x) / Double(max(width - 1, 1))
            let v = Double(y) / Double(max(height - 1, 1))
            return (
                UInt8((40 + 180 * u).rounded()), UInt8((40 + 180 * v).rounded()), UInt8((200 - 140 * u * v).rounded()),
            )
        }
    }

    /// The pattern of Scripts/make-picture-fixtures.py.
    static func pattern(width: Int, height: Int) throws -> Bitmap {
        try make(width: width, height: height) { x, y in
            (
                UInt8(truncatingIfNeeded: x * 7 + y * 3), UInt8(truncatingIfNeeded: x * 2 + y * 11),
                UInt8(truncatingIfNeeded: x * 5 + y * 5 + 40)
            )
        }
    }

    /// A bitmap from a function of the pixel.
    static func make(width: Int, height: Int, _ color: (Int, Int) -> RGB) throws -> Bitmap {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                pixels.append(red)
                pixels.append(green)
                pixels.append(blue)
            }
        }
        return try #require(Bitmap(width: width, height: height, pixels: pixels))
    }

    /// The stored form of an upright bitmap, pixel by pixel from EXIF's definitions of the eight values.
    static func stored(_ upright: Bitmap, _ orientation: Int) throws -> Bitmap {
        let (w, h) = (upright.width, upright.height)
        let swapped = orientation >= 5
        return try make(width: swapped ? h : w, height: swapped ? w : h) { column, row in
            // Where the stored row and column are seen upright.
            let (x, y) =
                switch orientation {
                case 2: (w - 1 - column, row)
                case 3: (w - 1 - column, h - 1 - row)
                case 4: (column, h - 1 - row)
                case 5: (row, column)
                case 6: (w - 1 - row, column)
                case 7: (w - 1 - row, h - 1 - column)
                case 8: (row, h - 1 - column)
                default: (column, row)
                }
            let at = 3 * (y * w + x)
            return (upright.pixels[at], upright.pixels[at + 1], upright.pixels[at + 2])
        }
    }
}

/// A JPEG of the stored bitmap with an EXIF segment that holds nothing but the orientation.
func jpeg(_ stored: Bitmap, orientation: UInt8, sampling: LibraryJPEG.Sampling = .full) throws -> [UInt8] {
    let file = try #require(LibraryJPEG.encode(stored, quality: 98, sampling: sampling))
    let tiff: [UInt8] = [
        0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
    ]
    let segment = Array("Exif\0\0".utf8) + tiff
    return Array(file[..<2]) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + file[2...]
}
